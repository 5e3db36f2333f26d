"""Turns a thread of Slack into the draft of a troubleshooting guide, when TESS is mentioned in it."""

import hashlib
import hmac
import html
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx2

from tess_client import Dossier, DossierError

API = os.environ.get("SLACK_API", "https://slack.com/api")
LONGEST_MESSAGE = 3_900  # characters that Slack shows of a message without cutting it
LONGEST_BODY = 1_000_000
OLDEST = 300  # seconds: an older request may be somebody's copy of it
BEGIN, END = "<!-- TSG_BEGIN -->", "<!-- TSG_END -->"


def slack(method: str, **given: Any) -> dict[str, Any]:
    """Call a method of Slack and return its reply; ``RuntimeError`` where it refuses."""
    headers = {"Authorization": f"Bearer {os.environ['SLACK_BOT_TOKEN']}"}
    reply = httpx2.post(f"{API}/{method}", data=given, headers=headers, timeout=30)
    found: dict[str, Any] = reply.raise_for_status().json()
    if not found.get("ok"):
        raise RuntimeError(f"{method}: {found.get('error')}")
    return found


def thread(channel: str, ts: str) -> Iterator[dict[str, Any]]:
    """Yield the messages of a thread, the first one first."""
    cursor = ""
    while True:
        page = slack("conversations.replies", channel=channel, ts=ts, limit=200, cursor=cursor)
        yield from page["messages"]
        cursor = page.get("response_metadata", {}).get("next_cursor", "")
        if not cursor:
            return


def notes(channel: str, ts: str, asked: str) -> str:
    """Return what people wrote in a thread but for who asks us, without their names."""
    said = (one for one in thread(channel, ts) if one["ts"] != asked and "bot_id" not in one)
    texts = (re.sub(r"<@[^>]+>|<(https?:[^|>]+)[^>]*>", r"\1", one["text"]) for one in said)
    return "\n\n".join(filter(None, (html.unescape(text).strip() for text in texts)))


def guide(text: str) -> str:
    """Return the guide that is made of notes; without one, what is asked instead."""
    try:
        reply = Dossier(desk="tsg").ask(text, straight=True)
    except DossierError as refused:
        return str(refused)
    made = reply.text.partition(BEGIN)[2].partition(END)[0].strip()
    return f"{made}\n\n({reply.dossier_id})" if made else reply.text


def answer(event: dict[str, Any]) -> None:
    """Make a guide of the thread of a mention, and post it there."""
    channel, ts = event["channel"], event.get("thread_ts", event["ts"])
    text = guide(notes(channel, ts, event["ts"]))
    for start in range(0, len(text), LONGEST_MESSAGE):
        piece = text[start : start + LONGEST_MESSAGE]
        slack("chat.postMessage", channel=channel, thread_ts=ts, text=piece)


def is_of_slack(body: bytes, headers: Any) -> bool:
    """Return whether Slack signed a request, a moment ago."""
    stamp = headers.get("X-Slack-Request-Timestamp", "")
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > OLDEST:
        return False
    signed = b"v0:%s:%s" % (stamp.encode(), body)
    mac = hmac.new(os.environ["SLACK_SIGNING_SECRET"].encode(), signed, hashlib.sha256)
    given = headers.get("X-Slack-Signature", "").encode()
    return hmac.compare_digest(f"v0={mac.hexdigest()}".encode(), given)


class Webhook(BaseHTTPRequestHandler):
    """What Slack sends events to."""

    def do_POST(self) -> None:
        """Take an event; it is answered after Slack has heard that it came, which it wants to within three seconds."""
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size) if size <= LONGEST_BODY else b""
        if not is_of_slack(body, self.headers):
            return self.reply(401)
        sent = json.loads(body)
        event = sent.get("event", {})
        # What Slack sends again is being answered already.
        if event.get("type") == "app_mention" and "X-Slack-Retry-Num" not in self.headers:
            Thread(target=answer, args=[event]).start()
        return self.reply(200, str(sent.get("challenge", "")))

    def reply(self, status: int, text: str = "") -> None:
        """Send a reply."""
        self.send_response(status)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Webhook)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
