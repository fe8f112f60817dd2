import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { auth } from '@dooryard/contract/identity/auth'
import { composeApp } from '../../server/compose/app.ts'
import { composeErrorReports } from '../../server/compose/error-reports.ts'
import { createApiKeyService } from '../../server/modules/api-keys/index.ts'
import type { Billing } from '../../server/modules/billing/index.ts'
import { createUser } from '../../server/modules/identity/index.ts'
import type { Services } from '../../server/platform/context.ts'
import { createRateLimiter } from '../../server/platform/http/limits/rate-limits.ts'
import { listen } from '../../server/platform/http/listen.ts'
import { openEventHub } from '../../server/platform/live/event-hub.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { parseAddressRange } from '../../server/platform/util/client-address.ts'
import type { OpenedStores } from '../../server/stores.ts'
import { testServerInfo } from '../../server/test/server-info.ts'

/** Calls the API as one of its users; throws the server's error response. */
export type CallApi = (endpoint: AnyEndpoint, body?: object, at?: CallLocation) => Promise<Record<string, unknown>>

/** The path and query parameters of a request. */
export type CallLocation = { params?: Record<string, string>; query?: Record<string, string> }

type ApiRequest = {
  at?: CallLocation | undefined
  body?: object | undefined
  headers: Record<string, string>
  agent: Agent | false
}

const password = 'only-for-measuring'
const newUserFields = {
  role: 'CONSUMER_USER',
  phone: '615-555-0199',
  firstName: 'Benny',
  lastName: 'Placeholder',
} as const

const billing: Billing = { provider: null, invoicing: { seller: [], tax: { name: '', rate: 0 } } }

/** This machine, whose clients may set their address in a header. */
const trustedProxies = [parseAddressRange('127.0.0.1')].filter((range) => range !== null)

/** Serves the API over HTTP in this process, and signs users in. */
export async function openPortal({ services, pool, connectionString }: Omit<OpenedStores, 'checkHealth' | 'close'>) {
  const hub = await openEventHub(connectionString, services.log)
  const listening = await listen(0, '127.0.0.1')
  const app = composeApp(services, hub, {
    importDir: 'unused',
    uploadLimits: { maxFileBytes: 0, customerFileBytes: 0, customerDailyBytes: 0 },
    isDemo: false,
    hasOutbox: false,
    isExposed: false,
    // Requests are counted as in production, and allowed.
    limiter: createRateLimiter(pool, { ...services, generosity: 1_000_000 }),
    keys: createApiKeyService(services),
    trustedProxies,
    corsOrigins: [],
    sessionDays: { user: 90, administrator: 30 },
    // Answers are compared with those of stores that mask nothing.
    owners: { areOpen: true, revealsPerDay: 0, nameSearchesPerDay: 0 },
    serverInfo: testServerInfo(new Date()),
    billing,
    outbound: createOutbound({ allowPrivate: false }),
    errors: await composeErrorReports({}, services),
    state: () => 'ready',
    checkStores: async () => true,
  })
  listening.serve(app.fetch)
  // Only a browser retries when a connection is closed just as it is reused.
  listening.server.keepAliveTimeout = 600_000
  const address = listening.server.address()
  const callers = createCallers(services, typeof address === 'object' ? address?.port : undefined)
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

/** Clients of a portal on a port of this machine. */
function createCallers(services: Services, port: number | undefined) {
  // As in a browser the connection stays open. Node's own fetch adds a millisecond.
  const agent = new Agent({ keepAlive: true })

  /** Registers an account and returns its email. */
  async function account(name: string): Promise<string> {
    const email = `${name}-${Date.now()}@example.com`
    await createUser(services, { email, password, ...newUserFields })
    return email
  }

  /** Signs in from an address, on a separate connection; throws when the password is wrong. */
  const signIn = (email: string, { from = '127.0.0.1', typed: enteredPassword = password } = {}) =>
    send(port, auth.login, {
      body: { email, password: enteredPassword },
      headers: { 'x-forwarded-for': from },
      agent: false,
    })

  /** A new signed-in user with their email. */
  async function buyer(name: string): Promise<{ ask: CallApi; email: string }> {
    const email = await account(name)
    const { accessToken } = await signIn(email)
    const headers = { authorization: `Bearer ${accessToken}` }
    return { email, ask: (endpoint, body, at) => send(port, endpoint, { body, at, headers, agent }) }
  }

  const user = async (name: string): Promise<CallApi> => (await buyer(name)).ask

  /** An administrator, who can also download files as streams. */
  async function administrator() {
    const email = `administrator-${Date.now()}@example.com`
    await createUser(services, { email, password, ...newUserFields, role: 'SUPER_ADMIN' })
    const headers = { authorization: `Bearer ${(await signIn(email)).accessToken}` }
    const ask: CallApi = (endpoint, body, at) => send(port, endpoint, { body, at, headers, agent })
    const open = ({ path }: AnyEndpoint, query: Record<string, string>): Promise<IncomingMessage> =>
      waitForResponse(
        request({ host: '127.0.0.1', port, path: `${path}?${new URLSearchParams(query)}`, headers, agent }).end(),
      )
    return { ask, open }
  }

  return { agent, account, signIn, user, buyer, administrator }
}

async function waitForResponse(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function send(
  port: number | undefined,
  { method, path: template }: AnyEndpoint,
  { body, at, headers, agent }: ApiRequest,
) {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at?.params?.[name] ?? ''))
  const path = at?.query ? `${filled}?${new URLSearchParams(at.query)}` : filled
  const all = { ...(body && { 'content-type': 'application/json' }), ...headers }
  const sent = request({ host: '127.0.0.1', port, path, method, headers: all, agent }).end(JSON.stringify(body))
  const response = await waitForResponse(sent)
  const responseText = await text(response)
  if (response.statusCode !== 200 && response.statusCode !== 201)
    throw Object.assign(new Error(`${path} answered ${response.statusCode}: ${responseText}`), {
      status: response.statusCode,
    })
  // A file is only timed.
  const isJson = response.headers['content-type']?.startsWith('application/json')
  return (isJson ? JSON.parse(responseText) : {}) as Record<string, unknown>
}
