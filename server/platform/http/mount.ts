import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { AnyEndpoint, EndpointInput } from '@dooryard/contract/api/endpoint'
import { minuteMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { audit } from '../audit.ts'
import type { Caller, Context, Services } from '../context.ts'
import { appError, isAppError } from '../errors/app-error.ts'
import { createClientClosedSignal } from '../errors/client-closed.ts'
import type { ReportError } from '../errors/report-error.ts'
import type { UploadQuota } from '../files/uploads/upload-quota.ts'
import type { EventHub } from '../live/event-hub.ts'
import { getPortalAddress } from '../util/portal-address.ts'
import {
  type ApiKeys,
  type AuthenticatedCaller,
  type Authenticator,
  createAuthenticator,
  getAccountId,
  recordCalls,
} from './access/authenticate.ts'
import { type Authenticate, recognizeUser } from './access/authorize.ts'
import type { App, Download, GzippedFile, RequestVariables, Route, Watch } from './handlers.ts'
import { withIdempotency } from './idempotency.ts'
import { withRateLimitRefunds } from './limits/rate-limit-refunds.ts'
import type { RateLimiter } from './limits/rate-limits.ts'
import { bodyTimeout, withBodyTimeout } from './request/body-timeout.ts'
import { createDeviceCookie } from './request/device-cookie.ts'
import { isForm, isUpload, parseInput } from './request/input.ts'
import { readDeclaredBytes } from './request/upload.ts'
import type { GetSessionRoles } from './streams/open-streams.ts'
import { streamEvents } from './streams/stream.ts'

type Request = HonoContext<{ Variables: RequestVariables }>

type MountDeps = {
  services: Services
  authenticate: Authenticate
  getSessionRoles: GetSessionRoles
  keys: ApiKeys
  limiter: RateLimiter
  hub: EventHub
  reportError?: ReportError | undefined
  getCaller: (request: Request) => Caller
  uploads: UploadQuota
  /** For a body other than a file; five minutes by default. */
  bodyMs?: number
  /** Interval for checking the sessions of open streams; four seconds by default. */
  sessionCheckMs?: number | undefined
}

const fiveMinutes = 5 * minuteMs

/**
 * Literal segments go before parameters, so that `/campaigns/orders` is never taken for a campaign. Compares by code
 * unit, not by locale: `{` comes after every letter in ASCII, and before them in every language.
 */
const compareByPath = ({ endpoint: a }: Route, { endpoint: b }: Route) =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0

/** For each route: limit, authenticate, authorize, parse, call, check the response against the contract. */
export function mount(app: App, routes: Route[], deps: MountDeps) {
  const authenticator = createAuthenticator(deps)
  for (const route of [...routes].sort(compareByPath)) {
    const { endpoint } = route
    const paths = [endpoint.path, endpoint.alsoAt].flatMap((one) => one?.replace(/\{(\w+)\}/g, ':$1') ?? [])
    // A file may take hours, and a form is read once its sender is authenticated.
    const bodyReading =
      isUpload(endpoint) || isForm(endpoint) ? [] : [bodyTimeout(endpoint, deps.bodyMs ?? fiveMinutes)]
    const respond = (request: Request) => handleRequest(route, request, deps, authenticator)
    const recording = endpoint.access === 'API_KEY' ? [recordCalls(deps.keys, endpoint)] : []
    app.on(endpoint.method, paths, ...recording, ...bodyReading, respond)
  }
}

async function handleRequest(
  route: Route,
  request: Request,
  deps: MountDeps,
  authenticator: Authenticator,
): Promise<Response> {
  const { endpoint } = route
  request.set('route', `${endpoint.method} ${endpoint.path}`)
  const caller = deps.getCaller(request)
  const auth = endpoint.access === 'ANYONE' ? undefined : await authenticator.admit(endpoint, request, caller.ipAddress)
  const maxFileBytes = auth ? deps.uploads.largestFileBytes(auth.actor) : 0
  const input = await withBodyTimeout(request, deps.bodyMs ?? fiveMinutes, parseInput(endpoint, request, maxFileBytes))
  const by = {
    ...{ address: caller.ipAddress, account: getAccountId(auth?.actor), key: auth?.actor.apiKeyId },
    email: getText(input.body, 'email'),
  }
  const limits = (endpoint.limits ?? []).filter(({ naming }) => !naming || getText(input.body, naming))
  const own = await authenticator.count(request, limits, by, auth?.counts ?? [])
  const ctx = {
    ...deps.services,
    requestId: request.get('requestId'),
    caller,
    portalAddress: getPortalAddress(request.req.header('origin'), deps.services),
    signal: createClientClosedSignal(request.req.raw.signal),
    device: createDeviceCookie(request, deps.services.publicUrl),
    actor: (auth?.actor ??
      (await recognizeUser(endpoint, request.req.header('authorization'), deps))) as Context['actor'],
  }
  if (auth?.actor.impersonator) await auditWrite(ctx, endpoint, input)
  const reply = isUpload(endpoint)
    ? () => receiveUpload(request, deps.uploads, ctx, input, (taken) => buildResponse(route, request, ctx, taken))
    : () => buildResponse(route, request, ctx, input)
  if (endpoint.answers !== 'stream')
    return withRateLimitRefunds(request, ctx, { before: auth?.counts ?? [], own }, reply)
  const watch = (await route.handle(ctx, input)) as Watch<unknown>
  return streamEvents(request, endpoint, watch, { ...deps, log: ctx.log }, getStreamReader(auth))
}

/** No API key opens a stream. */
const getStreamReader = (auth: AuthenticatedCaller | undefined) =>
  auth?.expiresAt && { sessionId: auth.actor.sessionId, until: auth.expiresAt }

async function buildResponse(
  { endpoint, handle, prepare }: Route,
  request: Request,
  ctx: Context,
  input: EndpointInput<AnyEndpoint>,
) {
  if (endpoint.answers === 'file') return toFileResponse(request, (await handle(ctx, input)) as Download | GzippedFile)
  const prepareWork = async () => {
    const run = prepare ? await prepare(ctx, input) : (given: Context) => handle(given, input)
    return async (given: Context) => {
      const result = await run(given)
      return { status: endpoint.status ?? 200, body: endpoint.response ? endpoint.response.parse(result) : null }
    }
  }
  const key = endpoint.idempotent ? request.req.header('idempotency-key') : undefined
  // An empty key is invalid: its sender expects the call to be idempotent.
  const { status, body } =
    key === undefined ? await (await prepareWork())(ctx) : await withIdempotency(ctx, endpoint, key, input, prepareWork)
  if (status === 204) return request.body(null, 204)
  return request.body(toCheckedJson(body), status as ContentfulStatusCode, { 'content-type': 'application/json' })
}

async function receiveUpload(
  request: Request,
  { receive }: UploadQuota,
  { actor }: Context,
  input: EndpointInput<AnyEndpoint>,
  reply: (taken: EndpointInput<AnyEndpoint>) => Promise<Response>,
): Promise<Response> {
  // Set by `parseInput` for the body of an upload.
  const bytes = input.body as AsyncIterable<Uint8Array>
  try {
    const incoming = { declaredBytes: readDeclaredBytes(request), bytes }
    return await receive(actor, incoming, (body) => reply({ ...input, body }))
  } catch (error) {
    // The rest of the file is never read, so the connection cannot be reused.
    if (isAppError(error) && error.code === 'RATE_LIMITED') request.header('Connection', 'close')
    throw error
  }
}

function getText(body: unknown, name: string): string | undefined {
  const value = typeof body === 'object' && body ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** These change nothing else, and have their own audit entry. */
const endsImpersonation: AnyEndpoint[] = [adminUsers.endImpersonation, account.logout]

/** Every change an administrator makes while impersonating is in the audit log before it is made, or it is not made. */
async function auditWrite(ctx: Context, endpoint: AnyEndpoint, { params }: EndpointInput<AnyEndpoint>) {
  const { method, path, reads, changes } = endpoint
  if ((method === 'GET' && !changes) || reads || endsImpersonation.includes(endpoint)) return
  await audit(ctx, {
    action: 'impersonation.write',
    object: { type: 'call', id: `${method} ${path}` },
    after: { session: ctx.actor.sessionId, ...(Object.keys(params).length > 0 && { params }) },
  })
}

function toFileResponse(request: Request, file: Download | GzippedFile): Response {
  const { fileName, contentType, inline = false, cacheControl = 'private, no-store' } = file
  const headers = {
    'content-type': contentType,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
    'cache-control': cacheControl,
  }
  if ('gzipped' in file) return toGzipResponse(request, file, headers)
  const { size, body } = file
  return request.body(Readable.toWeb(body) as ReadableStream<Uint8Array>, 200, {
    ...headers,
    ...(size !== undefined && { 'content-length': String(size) }),
  })
}

function toGzipResponse(request: Request, { gzipped, etag }: GzippedFile, headers: Record<string, string>): Response {
  const cached = { ...headers, etag: `"${etag}"`, vary: 'Accept-Encoding' }
  // A proxy that compresses answers itself makes the tag a weak one.
  if (request.req.header('if-none-match')?.includes(cached.etag)) return request.body(null, 304, cached)
  const takesGzip = request.req.header('accept-encoding')?.includes('gzip')
  return takesGzip
    ? request.body(gzipped, 200, { ...cached, 'content-encoding': 'gzip' })
    : request.body(gunzipSync(gzipped), 200, cached)
}

const maxPageBytes = 2_000_000

const isPage = (body: unknown) => typeof body === 'object' && body !== null && 'items' in body && 'pageSize' in body

const formatDecimalMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** VALIDATION for a list page that is too large: the caller can request fewer rows. */
function toCheckedJson(body: unknown): string {
  const text = JSON.stringify(body)
  if (!isPage(body)) return text
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxPageBytes) return text
  const formattedMax = formatDecimalMegabytes(maxPageBytes)
  const message = `This page would be ${formatDecimalMegabytes(bytes)}, and ${formattedMax} is the most. Ask for fewer rows by \`limit\`.`
  throw appError('VALIDATION', message, { issues: [{ path: 'limit', message }] })
}
