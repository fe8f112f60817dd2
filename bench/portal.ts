import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { auth } from '@dooryard/contract/auth'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { composeApp } from '../server/compose.ts'
import { keysOf } from '../server/modules/api-keys/index.ts'
import type { Billing } from '../server/modules/billing/index.ts'
import { createUser } from '../server/modules/identity/index.ts'
import type { Services } from '../server/platform/context.ts'
import { addressRange } from '../server/platform/http/client-address.ts'
import { createLimiter } from '../server/platform/http/limits.ts'
import { listen } from '../server/platform/http/listen.ts'
import { openHub } from '../server/platform/live/hub.ts'
import { createOutbound } from '../server/platform/outbound/outbound.ts'
import type { Stores } from '../server/stores.ts'
import { testMachinery } from '../server/test/machinery.ts'

/** Asks the API as one of its users; throws what the server says when it refuses. */
export type Ask = (endpoint: AnyEndpoint, body?: object, at?: Place) => Promise<Record<string, unknown>>

/** What stands in the address of a call. */
export type Place = { params?: Record<string, string>; query?: Record<string, string> }

type Sent = {
  at?: Place | undefined
  body?: object | undefined
  headers: Record<string, string>
  agent: Agent | false
}

const password = 'only-for-measuring'
const somebody = { role: 'CONSUMER_USER', phone: '615-555-0199', firstName: 'Benny', lastName: 'Placeholder' } as const

const billing: Billing = { provider: null, invoicing: { seller: [], tax: { name: '', rate: 0 } } }

/** This machine, whose callers say where they come from. */
const trustedProxies = [addressRange('127.0.0.1')].filter((range) => range !== null)

/** Serves the API over HTTP in this process, and signs users in. */
export async function openPortal({ services, pool, connectionString }: Omit<Stores, 'answer' | 'close'>) {
  const hub = await openHub(connectionString, services.log)
  const listening = await listen(0, '127.0.0.1')
  const app = composeApp(services, hub, {
    uploadLimits: { maxFileBytes: 0, customerFileBytes: 0, customerDailyBytes: 0 },
    isDemo: false,
    hasOutbox: false,
    isExposed: false,
    // Counted as in earnest, and let through.
    limiter: createLimiter(pool, { ...services, generosity: 1_000_000 }),
    keys: keysOf(services),
    trustedProxies,
    corsOrigins: [],
    sessionDays: { user: 90, administrator: 30 },
    machinery: testMachinery(new Date()),
    billing,
    outbound: createOutbound({ allowPrivate: false }),
    state: () => 'ready',
    storesAnswer: async () => true,
  })
  listening.serve(app.fetch)
  // A connection closed at the moment it is used again fails, as nobody but a browser tries a second time.
  listening.server.keepAliveTimeout = 600_000
  const address = listening.server.address()
  const callers = callersOf(services, typeof address === 'object' ? address?.port : undefined)
  return {
    ...callers,
    billing,
    close: async () => {
      callers.agent.destroy()
      await listening.close()
      await hub.close()
    },
  }
}

/** Those who call a portal on a port of this machine. */
function callersOf(services: Services, port: number | undefined) {
  // As a browser: the connection stays open. Node's own fetch takes a millisecond by itself.
  const agent = new Agent({ keepAlive: true })

  /** Opens an account; tells its email. */
  async function account(name: string): Promise<string> {
    const email = `${name}-${Date.now()}@example.com`
    await createUser(services, { email, password, ...somebody })
    return email
  }

  /** Signs somebody in from an address, on a connection of its own; throws when their password was mistyped. */
  const signIn = (email: string, { from = '127.0.0.1', typed = password } = {}) =>
    send(port, auth.login, { body: { email, password: typed }, headers: { 'x-forwarded-for': from }, agent: false })

  /** A new user, signed in, with their email. */
  async function buyer(name: string): Promise<{ ask: Ask; email: string }> {
    const email = await account(name)
    const { accessToken } = await signIn(email)
    const headers = { authorization: `Bearer ${accessToken}` }
    return { email, ask: (endpoint, body, at) => send(port, endpoint, { body, at, headers, agent }) }
  }

  const user = async (name: string): Promise<Ask> => (await buyer(name)).ask

  /** An administrator, who also opens files as they come. */
  async function administrator() {
    const email = `administrator-${Date.now()}@example.com`
    await createUser(services, { email, password, ...somebody, role: 'SUPER_ADMIN' })
    const headers = { authorization: `Bearer ${(await signIn(email)).accessToken}` }
    const ask: Ask = (endpoint, body, at) => send(port, endpoint, { body, at, headers, agent })
    const open = ({ path }: AnyEndpoint, query: Record<string, string>): Promise<IncomingMessage> =>
      answerOf(
        request({ host: '127.0.0.1', port, path: `${path}?${new URLSearchParams(query)}`, headers, agent }).end(),
      )
    return { ask, open }
  }

  return { agent, account, signIn, user, buyer, administrator }
}

async function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function send(
  port: number | undefined,
  { method, path: template }: AnyEndpoint,
  { body, at, headers, agent }: Sent,
) {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at?.params?.[name] ?? ''))
  const path = at?.query ? `${filled}?${new URLSearchParams(at.query)}` : filled
  const all = { ...(body && { 'content-type': 'application/json' }), ...headers }
  const sent = request({ host: '127.0.0.1', port, path, method, headers: all, agent }).end(JSON.stringify(body))
  const response = await answerOf(sent)
  const told = await text(response)
  if (response.statusCode !== 200 && response.statusCode !== 201)
    throw Object.assign(new Error(`${path} answered ${response.statusCode}: ${told}`), { status: response.statusCode })
  return JSON.parse(told) as Record<string, unknown>
}
