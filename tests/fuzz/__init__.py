"""Every parser under coverage-guided fuzzing: ``make fuzz``; what was kept runs with the tests."""
