import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { receivers } from './receiver-snippets.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const body = '{"id":"1","type":"webhook.test"}'

/** Inside the repository, so that Node.js finds the libraries they import. */
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '.receivers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Prints the port, which the receiver leaves to the system. */
const reportPortScript = `import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (...where) {
  return listen.apply(this, where).once('listening', () => console.log('Port:', this.address().port))
}`

async function startReceiver(library: 'node' | 'svix' | 'none') {
  const [file, preloadFile] = [join(folder, `${library}.mjs`), join(folder, 'port.mjs')]
  await Promise.all([writeFile(file, receivers[library].code), writeFile(preloadFile, reportPortScript)])
  const env = { ...process.env, PORT: '0', DOORYARD_WEBHOOK_SECRET: secret }
  const child = spawn(process.execPath, ['--import', preloadFile, file], { env })
  onTestFinished(() => void child.kill())
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
  await expect.poll(() => printed).toMatch(/Port: \d+\n/)
  const port = Number(/Port: (\d+)/.exec(printed)?.[1])
  const post = (text: string, headers: Record<string, string> = {}) =>
    fetch(`http://localhost:${port}/`, { method: 'POST', body: text, headers }).then(({ status }) => status)
  expect(await post(body)).toBe(400)
  return { port, post, printed: () => printed }
}

/** Sends a request's head and half of its body, then disconnects. */
async function abortRequest(port: number) {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy())
}

test.each(['node', 'svix', 'none'] as const)(
  'the %s receiver survives a truncated body and rejects an oversized one',
  async (library) => {
    const receiver = await startReceiver(library)
    await abortRequest(receiver.port)
    await expect.poll(receiver.printed).toContain('Refused: aborted')
    expect(await receiver.post('x'.repeat(1_000_001))).toBe(413)

    const at = new Date()
    const signature = new Webhook(secret).sign('1', at, body)
    const headers = {
      'webhook-id': '1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    }
    expect(await receiver.post(body, headers)).toBe(204)
    await expect.poll(receiver.printed).toContain('Verified: webhook.test 1')
    expect(await receiver.post(body, { ...headers, 'webhook-id': '2' })).toBe(400)
  },
)
