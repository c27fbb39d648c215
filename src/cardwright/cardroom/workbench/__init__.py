"""The workbench: what follows from a declaration that a stranger wrote, computed in processes that can be stopped."""
