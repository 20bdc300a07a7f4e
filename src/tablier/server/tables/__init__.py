"""The domain: tables, their seats and games, what may happen at them and what each reader sees."""
