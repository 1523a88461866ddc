"""What the API and the pages share: sessions, settings, errors, news, tables as values."""
