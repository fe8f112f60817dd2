import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import type { Services } from '../context.ts'
import { createSecrets } from '../crypto/secrets.ts'
import { startWorker } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'
import { systemClock } from '../util/clock.ts'
import { newId } from '../util/ids.ts'
import { queueMail, runSendMail, sendMailJob, UndeliverableMail } from './mail.ts'
import { createSmtpTransport } from './smtp.ts'

type ReceivedMail = { from: string; to: string[]; secure: boolean; raw: string }

// The certificate of the test's mail server is untrusted on purpose.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A mail server whose certificate no trusted authority has signed. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    onData: async (stream, session, done) => {
      const raw = (await Array.fromAsync(stream as AsyncIterable<Buffer>)).join('')
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom ? mailFrom.address : ''
      received.push({ from, to: rcptTo.map(({ address }) => address), secure: session.secure, raw })
      done()
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closers.push(() => server.close())
  return { received, at: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

function createTransport(url: string, from = 'Dööryard <no-reply@portal.example.com>') {
  const deliver = createSmtpTransport({ url, from })
  closers.push(deliver.close)
  return deliver
}

const buildMail = (change: object = {}) => ({
  id: newId(),
  to: 'casey@example.com',
  subject: '271828 is your Dooryard code',
  html: '<p>Hello Zoë, your code is <b>271828</b>.</p>',
  text: 'Hello Zoë, your code is 271828.',
  ...change,
})

const readHeaders = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')

/** Returns the parts of a multipart mail by their type, decoded. */
function parseParts(raw: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(readHeaders(raw))?.[1] ?? ''
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [, head = '', body = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? []
      return [/Content-Type: ([\w/]+)/.exec(head)?.[1] ?? '', decodePart(head, body)]
    }),
  )
}

function decodePart(head: string, body: string): string {
  if (/base64/.test(head)) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const plain = '?ignoreTLS=true'

describe('a delivered mail', () => {
  test('has text and HTML, each complete', async () => {
    const { received, at } = await startMailServer()
    const sent = buildMail()
    await createTransport(at + plain)(sent)
    const raw = received[0]?.raw ?? ''
    expect(readHeaders(raw)).toContain('Content-Type: multipart/alternative')
    expect(parseParts(raw)).toEqual({ 'text/plain': sent.text, 'text/html': sent.html })
  })

  test('is from us, to one recipient, marked as automatic, with an id of our domain', async () => {
    const { received, at } = await startMailServer()
    const sent = buildMail()
    await createTransport(at + plain)(sent)
    expect(received[0]).toMatchObject({ from: 'no-reply@portal.example.com', to: ['casey@example.com'] })
    const headers = readHeaders(received[0]?.raw ?? '').split('\r\n')
    expect(headers).toContain('From: =?UTF-8?Q?D=C3=B6=C3=B6ryard?= <no-reply@portal.example.com>')
    expect(headers).toContain('To: casey@example.com')
    expect(headers).toContain('Subject: 271828 is your Dooryard code')
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(headers).toContain(`Message-ID: <${sent.id}@portal.example.com>`)
  })

  test('has no header injected by its subject or recipient, and no further recipient', async () => {
    const { received, at } = await startMailServer()
    const deliver = createTransport(at + plain)
    const evil = 'x\r\nBcc: victim@example.com\r\n\r\nbody'
    await deliver(buildMail({ subject: evil }))
    for (const to of [
      'a@example.com, victim@example.com',
      'a@example.com\r\nBcc: victim@example.com',
      '"<victim@example.com>" <a@example.com>',
      'a@example.com>\r\nRCPT TO:<victim@example.com',
    ])
      await expect(deliver(buildMail({ to }))).rejects.toBeInstanceOf(UndeliverableMail)
    expect(received.map(({ to }) => to)).toEqual([['casey@example.com']])
    expect(readHeaders(received[0]?.raw ?? '')).not.toMatch(/^Bcc:/im)
  })
})

describe('a connection', () => {
  test('is encrypted, and the certificate is checked', async () => {
    const { received, at } = await startMailServer()
    await expect(createTransport(at)(buildMail())).rejects.toThrow(/self-signed|certificate/)
    expect(received).toEqual([])
  })

  test('accepts any certificate where the URL says so, and is still encrypted', async () => {
    const { received, at } = await startMailServer()
    await createTransport(`${at}?tls.rejectUnauthorized=false`)(buildMail())
    expect(received).toMatchObject([{ secure: true }])
  })

  test('is not used where the server offers no encryption, unless the URL says so', async () => {
    const { received, at } = await startMailServer({ disabledCommands: ['STARTTLS'] })
    await expect(createTransport(at)(buildMail())).rejects.toThrow()
    expect(received).toEqual([])
    await createTransport(at + plain)(buildMail())
    expect(received).toMatchObject([{ secure: false }])
  })
})

describe('a mail', () => {
  const refusing = (code: number, times: number) => {
    let refused = 0
    return startMailServer({
      onRcptTo: (_address, _session, done) => {
        refused += 1
        done(refused <= times ? Object.assign(new Error('not now'), { responseCode: code }) : null)
      },
    })
  }

  test('that is temporarily refused twice is delivered once, by the third attempt', async () => {
    const { received, at } = await refusing(451, 2)
    const deliver = createTransport(at + plain)
    const sent = buildMail()
    await expect(deliver(sent)).rejects.not.toBeInstanceOf(UndeliverableMail)
    await expect(deliver(sent)).rejects.not.toBeInstanceOf(UndeliverableMail)
    await deliver(sent)
    await deliver(buildMail({ to: 'jordan@example.com' }))
    expect(received.map(({ to }) => to)).toEqual([[sent.to], ['jordan@example.com']])
  })

  test.each([451, 550])('refused by %i fails with an error that does not name its recipient', async (responseCode) => {
    const { at } = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`<${address.toUpperCase()}>: no such user`), { responseCode })),
    })
    const error = await createTransport(at + plain)(buildMail()).catch((refused: unknown) => refused)
    expect(error).toMatchObject({ message: expect.stringContaining(`${responseCode} <(the reader)>: no such user`) })
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/casey/i)
  })

  test('in the queue is retried until the server accepts it, and arrives once', async () => {
    const { received, at } = await refusing(451, 2)
    const { pool, db, close } = await testDatabase()
    // Sending a mail needs none of the other stores.
    const services = {
      db,
      log: createLog('silent'),
      clock: systemClock,
      secrets: createSecrets(randomBytes(32)),
    } as Services
    const tasks = { [sendMailJob]: runSendMail(services, createTransport(at + plain)) }
    const worker = await startWorker({ pool, tasks, log: services.log })
    await queueMail(services, { to: 'casey@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' })
    const waiting = async () => {
      // Skips the back-off between attempts.
      await pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
      await pool.query(`select pg_notify('jobs:insert', '{"count":1}')`)
      return (await pool.query('select from graphile_worker.jobs')).rowCount
    }
    await expect.poll(waiting, { interval: 50 }).toBe(0)
    expect(received).toHaveLength(1)
    await worker.stop()
    await close()
  })

  test('that is permanently refused is undeliverable', async () => {
    const { at } = await refusing(550, 1)
    await expect(createTransport(at + plain)(buildMail())).rejects.toBeInstanceOf(UndeliverableMail)
  })

  test('that is refused because we may not send at all can still be delivered later', async () => {
    const { at } = await startMailServer({
      authOptional: false,
      authMethods: ['PLAIN'],
      onAuth: (_a, _s, done) => done(new Error('no')),
    })
    const url = `${at.replace('//', '//user:secret@')}${plain}`
    await expect(createTransport(url)(buildMail())).rejects.not.toBeInstanceOf(UndeliverableMail)
  })
})
