import { type Library, libraries } from '../integration-search.ts'

/** The environment variable the receivers read the secret from. */
export const secretVariable = 'DOORYARD_WEBHOOK_SECRET'

/** The default port; `PORT` overrides it. */
export const receiverPort = 8787

/** Larger than any event; a longer body is not an event. */
const maxBytes = 1_000_000

type NodeParts = { imports: string[]; before: string; verify: string; after?: string }

/** Builds a receiver for Node.js; the variants differ in their imports and in how they verify a body. */
const buildNodeReceiver = ({ imports, before, verify, after }: NodeParts) =>
  `${imports.join('\n')}

${before}
const seen = new Set() // in a real program: a table

const server = createServer(async (request, response) => {
  try {
    const chunks = []
    let length = 0
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk)
      length += chunk.length
      if (length > ${maxBytes}) return response.writeHead(413, { connection: 'close' }).end()
    }
    const body = Buffer.concat(chunks).toString() // as it came, never parsed and printed again
    ${verify}
    const event = JSON.parse(body)
    // The same event can come again, under the same id.
    if (!seen.has(event.id)) console.log('Verified:', event.type, event.id)
    seen.add(event.id)
    response.writeHead(204).end() // answer first, work later
  } catch (error) {
    console.log('Refused:', error.message)
    if (!response.headersSent) response.writeHead(400).end()
  }
})
server.listen(process.env.PORT ?? ${receiverPort})
${after ?? ''}`.trimEnd()

const buildLibraryReceiver = (library: string) =>
  buildNodeReceiver({
    imports: ["import { createServer } from 'node:http'", `import { Webhook } from '${library}'`],
    before: `const webhook = new Webhook(process.env.${secretVariable})`,
    verify: 'webhook.verify(body, request.headers)',
  })

const manualReceiver = buildNodeReceiver({
  imports: ["import { createHmac, timingSafeEqual } from 'node:crypto'", "import { createServer } from 'node:http'"],
  before: `const key = Buffer.from(process.env.${secretVariable}.replace('whsec_', ''), 'base64')`,
  verify: 'verify(body, request.headers)',
  after: `
function verify(body, headers) {
  const [id, at, signatures = ''] = ['id', 'timestamp', 'signature'].map((name) => headers[\`webhook-\${name}\`])
  const isNow = Math.abs(Date.now() / 1000 - at) < 300
  const ours = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest()
  const isOurs = (given) => given.length === ours.length && timingSafeEqual(given, ours)
  // There are two of them while an old secret still signs beside a new one.
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'))
  if (!isNow) throw new Error('Sent too long ago, or the clock is wrong')
  if (!given.some((one) => isOurs(Buffer.from(one.slice(3), 'base64')))) throw new Error('No signature fits')
}`,
})

const pythonReceiver = `import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["${secretVariable}"])
seen = set()  # in a real program: a table


class Receiver(BaseHTTPRequestHandler):
    timeout = 15  # seconds in which nothing comes

    def do_POST(self):
        length = int(self.headers["Content-Length"] or 0)
        self.send_response(self.take(self.rfile.read(length)) if 0 <= length <= ${maxBytes} else 413)
        self.end_headers()

    def take(self, body):  # as it came, never parsed and printed again
        try:
            event = webhook.verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError) as error:
            print("Refused:", error, flush=True)
            return 400
        # The same event can come again, under the same id.
        if event["id"] not in seen:
            print("Verified:", event["type"], event["id"], flush=True)
        seen.add(event["id"])
        return 204  # answer first, work later


ThreadingHTTPServer(("", int(os.environ.get("PORT", ${receiverPort}))), Receiver).serve_forever()`

/** Label, install command, file name, start command and code of a receiver. */
type Receiver = { label: string; install?: string; file: string; run: string; code: string }

const nodeFile = { file: 'receiver.mjs', run: 'node receiver.mjs' }

/** Programs that receive events and reject those not signed with the secret; each runs as it stands. */
export const receivers: Record<Library, Receiver> = {
  node: {
    ...nodeFile,
    label: 'Node',
    install: 'npm install standardwebhooks',
    code: buildLibraryReceiver('standardwebhooks'),
  },
  python: {
    label: 'Python',
    install: 'python3 -m venv .venv && .venv/bin/pip install standardwebhooks',
    file: 'receiver.py',
    run: '.venv/bin/python receiver.py',
    code: pythonReceiver,
  },
  svix: { ...nodeFile, label: 'Node, svix', install: 'npm install svix', code: buildLibraryReceiver('svix') },
  none: { ...nodeFile, label: 'By hand', code: manualReceiver },
}

export const librarySegments = libraries.map((value) => ({ value, label: receivers[value].label }))
