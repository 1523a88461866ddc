"""The house over HTTP: a JSON API with one event stream a client, and the pages of a browser."""
