"""Speed, measured: what ``tablier bench`` shows.

Every measure that one thread makes is a rate per second of processor time, so that other work on the machine disturbs
it little; two threads are measured by the wall clock. All measures take turns, in rounds; their medians are reported.
"""
