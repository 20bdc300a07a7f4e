"""The Guilds of Ankh-Morpork (Stefan Risthaus, 2008): houses, guilds and a few assassins in a city on a bog."""
