"""The house: live tables, money, people and the audit log. The imperative shell."""
