"""The workbench: counts, findings and playtests of declarations by anyone, in processes that can be stopped."""
