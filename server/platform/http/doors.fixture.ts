import { randomBytes } from 'node:crypto'
import { endpoint, FormFile } from '@dooryard/contract/endpoint'
import type { Role } from '@dooryard/contract/roles'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { listenSomewhere } from '../../test/listen.ts'
import { callerAt } from '../../test/requests.ts'
import { systemClock } from '../clock.ts'
import type { Actor, Services } from '../context.ts'
import { appError } from '../errors.ts'
import { newId } from '../ids.ts'
import { openHub } from '../live/hub.ts'
import { createLog } from '../log.ts'
import { secretsFrom } from '../secrets.ts'
import { createUploadQuota } from '../uploads/upload-quota.ts'
import { createApp } from './app.ts'
import { type AddressRange, addressRange, clientAddress } from './client-address.ts'
import { handlers } from './handlers.ts'
import { createLimiter } from './limits.ts'
import { mount } from './mount.ts'
import { noKeys } from './no-keys.fixture.ts'
import { endStreams } from './open-streams.ts'

const Guess = z.object({ email: z.string(), word: z.string() })
const call = { method: 'POST', summary: 'Somebody knocks', tag: 'Doors' } as const
const here = { method: 'GET', summary: 'Somebody looks', tag: 'Doors' } as const

/** A small API in which every kind of limit and refusal is met soon. */
export const doors = {
  /** Five wrong words for one email from one address. */
  guess: endpoint({
    ...call,
    path: '/v1/guess',
    access: 'ANYONE',
    body: Guess,
    status: 204,
    limits: [{ name: 'guess', per: 'email-at-address', times: 5, seconds: 60, counts: 'failures' }],
    errors: ['NOT_AUTHENTICATED'],
  }),
  /** Two limits: seven of one email, nine of one address. */
  mail: endpoint({
    ...call,
    path: '/v1/mail',
    access: 'ANYONE',
    body: z.object({ email: z.string(), text: z.string() }),
    status: 204,
    limits: [
      { name: 'mail', per: 'email', times: 7, seconds: 60 },
      { name: 'mail-address', per: 'address', times: 9, seconds: 60 },
    ],
  }),
  mailAgain: endpoint({
    ...call,
    path: '/v1/mail-again',
    access: 'ANYONE',
    body: z.object({ email: z.string() }),
    status: 204,
    limits: [{ name: 'mail', per: 'email', times: 7, seconds: 60 }],
  }),
  /** Three wrong words of one account; past the right one, a wish may be refused. */
  knock: endpoint({
    ...call,
    path: '/v1/knock',
    access: 'SIGNED_IN',
    body: z.object({ word: z.string(), wish: z.string() }),
    status: 204,
    limits: [{ name: 'knock', per: 'account', times: 3, seconds: 60, counts: 'failures' }],
    errors: ['UNPROCESSABLE'],
  }),
  /** Once a second. */
  blink: endpoint({
    ...call,
    path: '/v1/blink',
    access: 'SIGNED_IN',
    status: 204,
    limits: [{ name: 'blink', per: 'account', times: 1, seconds: 1 }],
  }),
  look: endpoint({ ...here, path: '/v1/look', access: 'SIGNED_IN', response: z.object({ ipAddress: z.string() }) }),
  gaze: endpoint({
    ...here,
    path: '/v1/sse/gaze',
    access: 'SIGNED_IN',
    query: z.object({ token: z.string().optional() }),
    response: z.object({ seen: z.int() }),
    answers: 'stream',
  }),
  frame: endpoint({
    ...call,
    path: '/v1/frame',
    access: 'SIGNED_IN',
    body: FormFile,
    response: z.object({ bytes: z.int(), first: z.int() }),
  }),
  paint: endpoint({
    ...call,
    path: '/v1/doors/{door}/paint',
    access: 'SIGNED_IN',
    params: z.object({ door: z.string() }),
    body: z.object({ colour: z.string() }),
    status: 204,
  }),
  count: endpoint({ ...call, path: '/v1/count', access: 'SIGNED_IN', status: 204, reads: true }),
  sell: endpoint({ ...call, path: '/v1/sell', access: 'SIGNED_IN', status: 204, refusedWhileImpersonating: true }),
}

/** The word that opens; at any other the door stays shut. */
export const rightWord = 'sesame'

type Options = {
  /** As another process beside one that is there already. */
  beside?: { database: Awaited<ReturnType<typeof testDatabase>>; secret: Uint8Array }
  trustedProxies?: AddressRange[]
  bodyMs?: number
}

const thisMachine = [addressRange('127.0.0.1')].filter((range) => range !== null)

/** The doors, served. Each test may knock from an address of its own, which it says in X-Forwarded-For. */
export async function doorsServer({ beside, trustedProxies = thisMachine, bodyMs }: Options = {}) {
  const database = beside?.database ?? (await testDatabase())
  const { db, pool, connectionString } = database
  const secret = beside?.secret ?? randomBytes(32)
  const secrets = secretsFrom(secret)
  const { log, logged } = keptLog()
  const hub = await openHub(connectionString, log)
  const publicUrl = 'http://localhost:3000'
  const app = createApp({ log, publicUrl, state: () => 'ready', storesAnswer: async () => true })
  const sessions = new Map<string, Actor>()
  /** What was done behind the doors. */
  const done: string[] = []
  mount(app, doorRoutes(done), {
    // No door is about properties or files.
    services: { db, log, clock: systemClock, secrets } as Services,
    limiter: createLimiter(pool, { secrets }),
    hub,
    authenticate: async (token) => {
      const actor = sessions.get(token)
      return actor ? { actor, expiresAt: new Date(Date.now() + 900_000) } : null
    },
    rolesOf: async () => new Map([...sessions.values()].map(({ sessionId, role }) => [sessionId, role])),
    keys: noKeys,
    uploads: createUploadQuota(
      { db, log, clock: systemClock },
      { maxFileBytes: 1000, customerFileBytes: 1000, customerDailyBytes: 1000 },
    ),
    ownerRowsPerDay: 1000,
    ...(bodyMs !== undefined && { bodyMs }),
    callerOf: (request) => ({
      ipAddress: clientAddress('127.0.0.1', request.req.header('x-forwarded-for'), trustedProxies),
      userAgent: '',
    }),
  })
  const server = await listenSomewhere(app)
  const close = async () => {
    endStreams()
    await server.close()
    await hub.close()
    if (!beside) await database.close()
  }
  const { url } = server
  return { database, secret, db, url, nobody: callerAt(url), signIn: signingIn(url, sessions), done, logged, close }
}

function keptLog() {
  const logged: string[] = []
  return { logged, log: createLog('debug', { write: (line) => void logged.push(line) }) }
}

/** Lets people in without a password. */
function signingIn(url: string, sessions: Map<string, Actor>) {
  return (role: Role = 'ENTERPRISE_USER', impersonator?: Actor['impersonator']) => {
    const token = `token-${randomBytes(9).toString('hex')}`
    const actor = { userId: newId(), role, sessionId: newId(), ...(impersonator && { impersonator }) }
    sessions.set(token, actor)
    return { ...callerAt(url, token), token, actor }
  }
}

const nobodyHome = () => appError('UNAVAILABLE', 'Nobody is at the door. Please try again.')

/** What is behind the doors; it notes what was done there. */
const doorRoutes = (done: string[]) =>
  handlers(doors, {
    guess: async (_, { body }): Promise<undefined> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (body.word === 'nobody home') throw nobodyHome()
      if (body.word !== rightWord) throw appError('NOT_AUTHENTICATED', 'The word is not right.')
      done.push(`opened for ${body.email}`)
    },
    mail: async (_, { body }): Promise<undefined> => {
      if (body.text === 'nobody home') throw nobodyHome()
      if (body.text === 'say nothing') throw appError('VALIDATION', 'The letter is empty.')
      done.push(`mail to ${body.email}`)
    },
    mailAgain: async (_, { body }): Promise<undefined> => void done.push(`mail to ${body.email}`),
    knock: async (_, { body }): Promise<undefined> => {
      if (body.word !== rightWord) throw appError('UNPROCESSABLE', 'The word is not right.')
      if (body.wish === 'nothing') throw appError('VALIDATION', 'That is no wish.')
    },
    blink: async (): Promise<undefined> => undefined,
    look: ({ caller }) => caller,
    gaze: () => ({ topics: [], read: async () => ({ seen: 1 }) }),
    frame: (_, { body }) => ({ bytes: body.length, first: body[0] ?? -1 }),
    paint: async (_, { body }): Promise<undefined> => void done.push(`painted ${body.colour}`),
    count: async (): Promise<undefined> => undefined,
    sell: async (): Promise<undefined> => void done.push('sold'),
  })
