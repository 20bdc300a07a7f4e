"""Scenes: the presentation of a game, and its drawing as SVG."""
