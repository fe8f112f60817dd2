import { randomBytes } from 'node:crypto'
import { endpoint, FormFile } from '@dooryard/contract/api/endpoint'
import type { Role } from '@dooryard/contract/api/roles'
import { z } from 'zod'
import { listenOnFreePort } from '../../../test/listen-on-free-port.ts'
import { createCaller } from '../../../test/requests.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import type { Actor, Services } from '../../context.ts'
import { createSecrets } from '../../crypto/secrets.ts'
import { appError } from '../../errors/app-error.ts'
import { createUploadQuota } from '../../files/uploads/upload-quota.ts'
import { openEventHub } from '../../live/event-hub.ts'
import { createLog } from '../../log.ts'
import { type AddressRange, getClientAddress, parseAddressRange } from '../../util/client-address.ts'
import { systemClock } from '../../util/clock.ts'
import { newId } from '../../util/ids.ts'
import { noKeys } from '../access/no-keys.fixture.ts'
import { createApp } from '../app.ts'
import { handlers } from '../handlers.ts'
import { mount } from '../mount.ts'
import { endStreams } from '../streams/open-streams.ts'
import { createRateLimiter } from './rate-limits.ts'

const CredentialsGuess = z.object({ email: z.string(), word: z.string() })
const call = { method: 'POST', summary: 'A caller knocks', tag: 'Doors' } as const
const getCall = { method: 'GET', summary: 'A caller looks', tag: 'Doors' } as const

/** A small API that reaches every kind of limit and refusal quickly. */
export const limitedEndpoints = {
  /** Five wrong words for one email from one address. */
  guess: endpoint({
    ...call,
    path: '/v1/guess',
    access: 'ANYONE',
    body: CredentialsGuess,
    status: 204,
    limits: [{ name: 'guess', per: 'email-at-address', times: 5, seconds: 60, counts: 'failures' }],
    errors: ['NOT_AUTHENTICATED'],
  }),
  /** Two limits: seven for one email, nine for one address. */
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
  /** Three wrong words for one account; after the right one, a wish may be refused. */
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
  look: endpoint({ ...getCall, path: '/v1/look', access: 'SIGNED_IN', response: z.object({ ipAddress: z.string() }) }),
  gaze: endpoint({
    ...getCall,
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

/** The correct word; any other is refused. */
export const correctWord = 'sesame'

type LimitedServerOptions = {
  /** Runs as another process alongside an existing one. */
  sharedWith?: { database: Awaited<ReturnType<typeof testDatabase>>; secret: Uint8Array }
  trustedProxies?: AddressRange[]
  bodyMs?: number
}

const loopbackRanges = [parseAddressRange('127.0.0.1')].filter((range) => range !== null)

/** Serves the limited endpoints. Each test may call from its own address, set in X-Forwarded-For. */
export async function startLimitedServer({
  sharedWith,
  trustedProxies = loopbackRanges,
  bodyMs,
}: LimitedServerOptions = {}) {
  const database = sharedWith?.database ?? (await testDatabase())
  const { db, pool, connectionString } = database
  const secret = sharedWith?.secret ?? randomBytes(32)
  const secrets = createSecrets(secret)
  const { log, logged } = createLogCapture()
  const hub = await openEventHub(connectionString, log)
  const publicUrl = 'http://localhost:3000'
  const app = createApp({ log, publicUrl, state: () => 'ready', checkStores: async () => true })
  const sessions = new Map<string, Actor>()
  /** What the handlers have done. */
  const done: string[] = []
  mount(app, buildLimitedRoutes(done), {
    // No endpoint here uses properties or files.
    services: { db, log, clock: systemClock, secrets } as Services,
    limiter: createRateLimiter(pool, { secrets }),
    hub,
    authenticate: async (token) => {
      const actor = sessions.get(token)
      return actor ? { actor, expiresAt: new Date(Date.now() + 900_000) } : null
    },
    getSessionRoles: async () => new Map([...sessions.values()].map(({ sessionId, role }) => [sessionId, role])),
    keys: noKeys,
    uploads: createUploadQuota(
      { db, log, clock: systemClock },
      { maxFileBytes: 1000, customerFileBytes: 1000, customerDailyBytes: 1000 },
    ),
    ...(bodyMs !== undefined && { bodyMs }),
    getCaller: (request) => ({
      ipAddress: getClientAddress('127.0.0.1', request.req.header('x-forwarded-for'), trustedProxies),
      userAgent: '',
    }),
  })
  const server = await listenOnFreePort(app)
  const close = async () => {
    endStreams()
    await server.close()
    await hub.close()
    if (!sharedWith) await database.close()
  }
  const { url } = server
  return {
    database,
    secret,
    db,
    url,
    nobody: createCaller(url),
    signIn: createSignIn(url, sessions),
    done,
    logged,
    close,
  }
}

function createLogCapture() {
  const logged: string[] = []
  return { logged, log: createLog('debug', { write: (line) => void logged.push(line) }) }
}

/** Signs users in without a password. */
function createSignIn(url: string, sessions: Map<string, Actor>) {
  return (role: Role = 'ENTERPRISE_USER', impersonator?: Actor['impersonator']) => {
    const token = `token-${randomBytes(9).toString('hex')}`
    const actor = { userId: newId(), role, sessionId: newId(), ...(impersonator && { impersonator }) }
    sessions.set(token, actor)
    return { ...createCaller(url, token), token, actor }
  }
}

const unavailableError = () => appError('UNAVAILABLE', 'Nobody is at the door. Please try again.')

/** Handlers of the limited endpoints; each records what it did. */
const buildLimitedRoutes = (done: string[]) =>
  handlers(limitedEndpoints, {
    guess: async (_, { body }): Promise<undefined> => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (body.word === 'nobody home') throw unavailableError()
      if (body.word !== correctWord) throw appError('NOT_AUTHENTICATED', 'The word is not right.')
      done.push(`opened for ${body.email}`)
    },
    mail: async (_, { body }): Promise<undefined> => {
      if (body.text === 'nobody home') throw unavailableError()
      if (body.text === 'say nothing') throw appError('VALIDATION', 'The letter is empty.')
      done.push(`mail to ${body.email}`)
    },
    mailAgain: async (_, { body }): Promise<undefined> => void done.push(`mail to ${body.email}`),
    knock: async (_, { body }): Promise<undefined> => {
      if (body.word !== correctWord) throw appError('UNPROCESSABLE', 'The word is not right.')
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
