"""What is on the table, and how to draw it."""
