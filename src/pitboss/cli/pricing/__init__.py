"""``pitboss odds``, ``advise``, ``simulate`` and ``solve``."""
