"""Tests that hold on every asyncio loop: `on_each` makes a class of them for each."""
