"""The workbench: counts, findings and playtests of declarations by anyone, computed in processes that can be stopped."""
