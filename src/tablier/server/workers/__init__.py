"""Background tasks: bots that play and events that fall due."""
