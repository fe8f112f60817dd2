import { createHash } from 'node:crypto'
import { type AnyEndpoint, buildPath, type EndpointOutput, type EndpointRequest } from '@dooryard/contract/api/endpoint'
import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import { findUserByEmail, refreshSession, signInProvenUser } from '../../modules/identity/index.ts'
import type { PublicContext, Services } from '../../platform/context.ts'
import { isAppError } from '../../platform/errors/app-error.ts'
import { newId, newRequestId } from '../../platform/util/ids.ts'

/** Answers a request as the portal does; the second argument is what its server passes along. */
export type PastFetch = (request: Request, environment: object) => Response | Promise<Response>

type CallArguments<E> =
  Record<never, never> extends EndpointRequest<E> ? [input?: EndpointRequest<E>] : [input: EndpointRequest<E>]
type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

export type PastUser = {
  userId: string
  /** Calls the API of the portal, without the network. Throws for a refusal, with its message. */
  call: <E extends AnyEndpoint>(endpoint: E, ...input: CallArguments<E>) => Promise<EndpointOutput<E>>
}

/** As long as an access token is valid, with a margin. */
const reuseMs = 10 * minuteMs

const sessionDays = { user: 90, administrator: 30 }

const [webkit, safari] = ['AppleWebKit/537.36 (KHTML, like Gecko)', 'AppleWebKit/605.1.15 (KHTML, like Gecko)']

const userAgents = [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/18.5 Safari/605.1.15`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} Version/18.6 Mobile/15E148 Safari/604.1`,
]

/** The browser of a user, always the same. These networks are for documentation: no address belongs to anybody. */
function getBrowser(email: string) {
  const [network = 0, host = 0, agent = 0] = createHash('sha256').update(email).digest()
  const ipAddress = `${network % 2 === 0 ? '203.0.113' : '198.51.100'}.${(host % 250) + 2}`
  return { ipAddress, userAgent: userAgents[agent % userAgents.length] ?? '' }
}

/** How long a browser stays open: statistics show that people sign in. */
const keptMs = 7 * dayMs

type Session = { userId: string; accessToken: string; refreshToken: string; signedInAt: number; until: number }

/** Lets users of the past call the API. Each stays signed in in one browser for some days. */
export function createPastUsers(services: Services, fetch: PastFetch): (email: string) => Promise<PastUser> {
  const sessions = new Map<string, Session>()
  const startSession = async (email: string, known: Session | undefined) => {
    const now = services.clock.now().getTime()
    const caller = getBrowser(email)
    const context = { ...services, requestId: newRequestId(now), caller, signal: new AbortController().signal }
    const kept = known && now - known.signedInAt < keptMs ? await refresh(context, known) : null
    const session = { signedInAt: now, ...(kept ?? (await signIn(context, email))), until: now + reuseMs }
    sessions.set(email, session)
    return session
  }
  const getSession = async (email: string) => {
    const known = sessions.get(email)
    return known && known.until > services.clock.now().getTime() ? known : await startSession(email, known)
  }
  return async (email) => {
    const { userId } = await getSession(email)
    // A step may take hours of the past, longer than its first token is valid.
    const getToken = async () => (await getSession(email)).accessToken
    return { userId, ...createPastCaller({ fetch, publicUrl: services.publicUrl, getToken, email }) }
  }
}

/** Null where the session has ended, as by a new role of its user. */
async function refresh(context: PublicContext, { userId, signedInAt, refreshToken }: Session) {
  try {
    return { userId, signedInAt, ...(await refreshSession(context, refreshToken)) }
  } catch (err) {
    if (isAppError(err)) return null
    throw err
  }
}

async function signIn(context: PublicContext, email: string) {
  const user = await findUserByEmail(context.db, email)
  if (!user) throw new Error(`${email} has no account`)
  const { accessToken, refreshToken } = await signInProvenUser(context, user.id, sessionDays)
  return { userId: user.id, accessToken, refreshToken }
}

type CallerParts = { fetch: PastFetch; publicUrl: string; getToken: () => Promise<string>; email: string }

export const createPastCaller = ({ fetch, publicUrl, getToken, email }: CallerParts): Pick<PastUser, 'call'> => ({
  call: async (endpoint, ...[given]) => {
    const input = (given ?? {}) as AnyInput
    const { ipAddress, userAgent } = getBrowser(email)
    const headers = new Headers({ authorization: `Bearer ${await getToken()}`, 'user-agent': userAgent })
    const isFile = input.body instanceof Blob
    if (input.body !== undefined) headers.set('content-type', isFile ? 'application/octet-stream' : 'application/json')
    if (endpoint.idempotent) headers.set('idempotency-key', newId())
    const body = input.body === undefined ? null : input.body instanceof Blob ? input.body : JSON.stringify(input.body)
    const request = new Request(publicUrl + buildPath(endpoint, input), { method: endpoint.method, headers, body })
    const socket = { remoteAddress: ipAddress, remotePort: 443, remoteFamily: 'IPv4' }
    const response = await fetch(request, { incoming: { socket } })
    const text = await response.text()
    if (!response.ok) throw createRefusal(response.status, `${endpoint.method} ${endpoint.path} as ${email}: ${text}`)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    // The contract is checked by the portal itself.
    return (text === '' ? undefined : isJson ? JSON.parse(text) : text) as EndpointOutput<typeof endpoint>
  },
})

const createRefusal = (status: number, message: string) =>
  Object.assign(new Error(`${status} for ${message}`), { status })

/** Whether the API refused a call with one of these statuses. */
export const isRefusal = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof Error && 'status' in error && statuses.includes(Number(error.status))
