"""Ponte del Diavolo (Martin Ebel, 2007): raise islands in the lagoon and link them by bridges."""
