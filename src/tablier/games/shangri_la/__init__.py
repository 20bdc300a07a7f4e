"""The Bridges of Shangri-La (Leo Colovini, 2003): masters settle, students travel, and every bridge bears once."""
