# A receiver of webhooks for Python 3.8 or newer. It needs the package standardwebhooks:
#   pip install standardwebhooks
#   WEBHOOK_SECRET=whsec_… python verify.py
import os
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

secret = os.environ["WEBHOOK_SECRET"]
# A secret that does not begin with whsec_ is used as text.
webhook = Webhook(secret if secret.startswith("whsec_") else secret.encode())


def handle(message_id, message):
    """Your work, or storing the message for it. The same id can arrive twice; of two events of a record, the larger
    sequence is the newer. Work that takes longer than 15 s belongs in a queue that survives a crash."""
    print(message_id, message["type"], message["data"]["id"], message["sequence"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        # The signature covers the bytes as they arrive: verify them before any parser changes them.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            message = webhook.verify(body, dict(self.headers.items()))
        except (WebhookVerificationError, ValueError):  # ValueError: headers or a body that cannot be decoded
            self.answer(401)
            return
        try:
            handle(self.headers["webhook-id"], message)
        except Exception:
            traceback.print_exc()
            self.answer(500)
            return
        # Only now: what is answered with 204 is never sent again.
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", "0")
        self.end_headers()
        self.wfile.flush()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4100"))), Receiver)
print("listening", flush=True)
server.serve_forever()
