"""The table as a value: its events, the state that they lead to, and what each reader sees. No input or output."""
