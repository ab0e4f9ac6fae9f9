import { useState } from 'preact/hooks';
import { Copied } from '../parts.tsx';

const SNIPPETS: Record<string, string> = {
  'Node.js': `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const event = webhook.verify(rawBody, request.headers);   // throws if the signature is not valid`,
  Python: `from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
event = webhook.verify(raw_body, request.headers)   # raises if the signature is not valid`,
  Go: `webhook, _ := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
err := webhook.Verify(rawBody, request.Header)   // an error if the signature is not valid`,
};

/** How a receiver verifies a message. */
export function Signing() {
  const [language, setLanguage] = useState('Node.js');
  return (
    <>
      <p>
        Each message is signed as Standard Webhooks defines it: the header <code>webhook-signature</code> covers{' '}
        <code>webhook-id</code>, <code>webhook-timestamp</code> and the bytes of the body. Verify it before a parser
        changes the body, and store the message before you answer 204: what is answered with 2xx is not sent again.
      </p>
      <nav class="tabs" aria-label="Language">
        {Object.keys(SNIPPETS).map((name) => (
          <button key={name} type="button" aria-pressed={language === name} onClick={() => setLanguage(name)}>
            {name}
          </button>
        ))}
      </nav>
      <Copied text={SNIPPETS[language] ?? ''} label="Copy" />
    </>
  );
}
