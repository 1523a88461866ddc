"""Tables and rounds as JSON values, for the API and the pages."""
