"""The auditor's pages: the log, every entry, every round, exports and the verifier."""
