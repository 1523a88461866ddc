"""The ways by which alerts leave the house, as the settings give them, and a trial of each."""

from datetime import UTC, datetime

from pitboss.house.dispatch.channels import Channel, Email, MailServer, Notice, Undelivered, Webhook
from pitboss.house.log import make_id, stamp
from pitboss.refusal import Refused
from pitboss.web.settings import Options


def make_channels(options: Options) -> list[Channel]:
    """Those that are set; what makes no sense is refused."""
    channels: list[Channel] = []
    if options.alert_webhook:
        given = (options.alert_webhook, options.alert_webhook_secret, options.alert_webhook_plain)
        channels.append(Webhook(*given))
    if options.alert_email_to:
        server = MailServer(
            options.smtp_host,
            options.smtp_port,
            options.smtp_security,
            options.smtp_user,
            options.smtp_password,
        )
        sender = options.alert_email_from or options.alert_email_to[0]
        channels.append(Email(options.alert_email_to, sender, server))
    return channels


def send_trial(options: Options) -> list[tuple[str, str]]:
    """Send a trial alert by every way: its name, and why it did not arrive or nothing."""
    channels = make_channels(options)
    if not channels:
        raise Refused("alerts: no way out is set; give alert_webhook or alert_email_to")
    words = "a trial: alerts of this house arrive here"
    at = stamp(datetime.now(UTC))
    notice = Notice(make_id("alert"), at, "", words, options.house_name)
    return [(channel.name, _try(channel, notice)) for channel in channels]


def _try(channel: Channel, notice: Notice) -> str:
    try:
        channel.send(notice)
    except Undelivered as error:
        return str(error)
    return ""
