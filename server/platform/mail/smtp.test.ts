import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../clock.ts'
import type { Services } from '../context.ts'
import { newId } from '../ids.ts'
import { startWorker } from '../jobs.ts'
import { createLog } from '../log.ts'
import { secretsFrom } from '../secrets.ts'
import { queueMail, runSendMail, sendMailJob, UndeliverableMail } from './mail.ts'
import { smtpDelivery } from './smtp.ts'

type Received = { from: string; to: string[]; secure: boolean; raw: string }

// That its certificate is signed by nobody is what we want of the test's mail server.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A mail server with a certificate that nobody has signed. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
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

function delivery(url: string, from = 'Dööryard <no-reply@portal.example.com>') {
  const deliver = smtpDelivery({ url, from })
  closers.push(deliver.close)
  return deliver
}

const mail = (change: object = {}) => ({
  id: newId(),
  to: 'casey@example.com',
  subject: '271828 is your Dooryard code',
  html: '<p>Hello Zoë, your code is <b>271828</b>.</p>',
  text: 'Hello Zoë, your code is 271828.',
  ...change,
})

const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')

/** The parts of a multipart mail by their type, decoded. */
function partsOf(raw: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(headersOf(raw))?.[1] ?? ''
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [, head = '', body = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? []
      return [/Content-Type: ([\w/]+)/.exec(head)?.[1] ?? '', decoded(head, body)]
    }),
  )
}

function decoded(head: string, body: string): string {
  if (/base64/.test(head)) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const plain = '?ignoreTLS=true'

describe('what arrives', () => {
  test('has text and HTML, each whole', async () => {
    const { received, at } = await mailServer()
    const sent = mail()
    await delivery(at + plain)(sent)
    const raw = received[0]?.raw ?? ''
    expect(headersOf(raw)).toContain('Content-Type: multipart/alternative')
    expect(partsOf(raw)).toEqual({ 'text/plain': sent.text, 'text/html': sent.html })
  })

  test('is from us, to one reader, made by no person, with an id of our domain', async () => {
    const { received, at } = await mailServer()
    const sent = mail()
    await delivery(at + plain)(sent)
    expect(received[0]).toMatchObject({ from: 'no-reply@portal.example.com', to: ['casey@example.com'] })
    const headers = headersOf(received[0]?.raw ?? '').split('\r\n')
    expect(headers).toContain('From: =?UTF-8?Q?D=C3=B6=C3=B6ryard?= <no-reply@portal.example.com>')
    expect(headers).toContain('To: casey@example.com')
    expect(headers).toContain('Subject: 271828 is your Dooryard code')
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(headers).toContain(`Message-ID: <${sent.id}@portal.example.com>`)
  })

  test('has no header that its subject or its reader brought in, and no further reader', async () => {
    const { received, at } = await mailServer()
    const deliver = delivery(at + plain)
    const evil = 'x\r\nBcc: victim@example.com\r\n\r\nbody'
    await deliver(mail({ subject: evil }))
    for (const to of [
      'a@example.com, victim@example.com',
      'a@example.com\r\nBcc: victim@example.com',
      '"<victim@example.com>" <a@example.com>',
      'a@example.com>\r\nRCPT TO:<victim@example.com',
    ])
      await expect(deliver(mail({ to }))).rejects.toBeInstanceOf(UndeliverableMail)
    expect(received.map(({ to }) => to)).toEqual([['casey@example.com']])
    expect(headersOf(received[0]?.raw ?? '')).not.toMatch(/^Bcc:/im)
  })
})

describe('a connection', () => {
  test('is encrypted, and the certificate is checked', async () => {
    const { received, at } = await mailServer()
    await expect(delivery(at)(mail())).rejects.toThrow(/self-signed|certificate/)
    expect(received).toEqual([])
  })

  test('takes any certificate where the URL says so, and is encrypted still', async () => {
    const { received, at } = await mailServer()
    await delivery(`${at}?tls.rejectUnauthorized=false`)(mail())
    expect(received).toMatchObject([{ secure: true }])
  })

  test('is not used where the server offers no encryption, unless the URL says so', async () => {
    const { received, at } = await mailServer({ disabledCommands: ['STARTTLS'] })
    await expect(delivery(at)(mail())).rejects.toThrow()
    expect(received).toEqual([])
    await delivery(at + plain)(mail())
    expect(received).toMatchObject([{ secure: false }])
  })
})

describe('a mail', () => {
  const refusing = (code: number, times: number) => {
    let refused = 0
    return mailServer({
      onRcptTo: (_address, _session, done) => {
        refused += 1
        done(refused <= times ? Object.assign(new Error('not now'), { responseCode: code }) : null)
      },
    })
  }

  test('that the server refuses for now twice is delivered once, by the third try', async () => {
    const { received, at } = await refusing(451, 2)
    const deliver = delivery(at + plain)
    const sent = mail()
    await expect(deliver(sent)).rejects.not.toBeInstanceOf(UndeliverableMail)
    await expect(deliver(sent)).rejects.not.toBeInstanceOf(UndeliverableMail)
    await deliver(sent)
    await deliver(mail({ to: 'jordan@example.com' }))
    expect(received.map(({ to }) => to)).toEqual([[sent.to], ['jordan@example.com']])
  })

  test.each([451, 550])('refused by %i fails by an error that does not name its reader', async (responseCode) => {
    const { at } = await mailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`<${address.toUpperCase()}>: no such user`), { responseCode })),
    })
    const error = await delivery(at + plain)(mail()).catch((refused: unknown) => refused)
    expect(error).toMatchObject({ message: expect.stringContaining(`${responseCode} <(the reader)>: no such user`) })
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/casey/i)
  })

  test('in the queue is tried until the server takes it, and arrives once', async () => {
    const { received, at } = await refusing(451, 2)
    const { pool, db, close } = await testDatabase()
    // A mail that is sent needs none of the other stores.
    const services = {
      db,
      log: createLog('silent'),
      clock: systemClock,
      secrets: secretsFrom(randomBytes(32)),
    } as Services
    const tasks = { [sendMailJob]: runSendMail(services, delivery(at + plain)) }
    const worker = await startWorker({ pool, tasks, log: services.log })
    await queueMail(services, { to: 'casey@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' })
    const waiting = async () => {
      // Spares us the pauses between tries.
      await pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
      await pool.query(`select pg_notify('jobs:insert', '{"count":1}')`)
      return (await pool.query('select from graphile_worker.jobs')).rowCount
    }
    await expect.poll(waiting, { interval: 50 }).toBe(0)
    expect(received).toHaveLength(1)
    await worker.stop()
    await close()
  })

  test('that the server refuses for good is undeliverable', async () => {
    const { at } = await refusing(550, 1)
    await expect(delivery(at + plain)(mail())).rejects.toBeInstanceOf(UndeliverableMail)
  })

  test('that the server refuses because we may not send at all can still be delivered later', async () => {
    const { at } = await mailServer({
      authOptional: false,
      authMethods: ['PLAIN'],
      onAuth: (_a, _s, done) => done(new Error('no')),
    })
    const url = `${at.replace('//', '//user:secret@')}${plain}`
    await expect(delivery(url)(mail())).rejects.not.toBeInstanceOf(UndeliverableMail)
  })
})
