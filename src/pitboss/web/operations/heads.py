"""Where the log's heads are sent, as the settings give it."""

from pathlib import Path

from pitboss.house.dispatch.destinations import Authority, Destination, Folder, Webhook
from pitboss.web.settings import Options


def make_destinations(options: Options) -> list[Destination]:
    """Those that are set; what makes no sense is refused."""
    folder = Folder(Path(options.heads_folder)) if options.heads_folder else None
    found: list[Destination] = [folder] if folder else []
    if options.heads_webhook:
        given = (options.heads_webhook, options.heads_webhook_secret, options.heads_webhook_plain)
        found.append(Webhook(*given))
    if options.heads_timestamp:
        found.append(Authority(options.heads_timestamp, folder))
    return found
