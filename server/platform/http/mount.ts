import { Readable } from 'node:stream'
import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import type { AnyEndpoint, Input } from '@dooryard/contract/endpoint'
import { minuteMs } from '@dooryard/contract/time'
import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { audit } from '../audit.ts'
import { hangUpSignal } from '../client-gone.ts'
import type { Caller, Context, Services } from '../context.ts'
import { appError, isAppError } from '../errors.ts'
import type { Hub } from '../live/hub.ts'
import type { UploadQuota } from '../uploads/upload-quota.ts'
import { type Admitted, type ApiKeys, accountOf, type Doorkeeper, doorkeeper, noteCalls } from './admit.ts'
import { arrives, jsonArrives } from './arrival.ts'
import type { Authenticate } from './authorise.ts'
import type { App, Download, Route, Watch, Web } from './handlers.ts'
import { answerOnce } from './idempotency.ts'
import { inputOf, isForm, isUpload } from './input.ts'
import { type Count, giveBack, type Limiter, say } from './limits.ts'
import type { RolesOf } from './open-streams.ts'
import { reserveOwnerRows, returningOwnerRows, tooManyOwnerRows } from './owner-rows.ts'
import { streamEvents } from './stream.ts'
import { declaredBytes } from './upload.ts'

type Request = HonoContext<{ Variables: Web }>

type Wiring = {
  services: Services
  authenticate: Authenticate
  rolesOf: RolesOf
  keys: ApiKeys
  limiter: Limiter
  hub: Hub
  callerOf: (request: Request) => Caller
  uploads: UploadQuota
  ownerRowsPerDay: number
  /** For a body other than a file; five minutes unless said. */
  bodyMs?: number
  /** For the sessions behind open streams; four seconds unless said. */
  lookEveryMs?: number | undefined
}

const fiveMinutes = 5 * minuteMs

/**
 * Literal segments go before parameters, so that `/campaigns/orders` is never taken for a campaign. By code and not by
 * locale: `{` comes after every letter in ASCII, and before them in every language.
 */
const byPath = ({ endpoint: a }: Route, { endpoint: b }: Route) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/** For each: limit, authenticate, authorise, parse, call, check the answer against the contract. */
export function mount(app: App, routes: Route[], wiring: Wiring) {
  const doors = doorkeeper(wiring)
  for (const route of [...routes].sort(byPath)) {
    const { endpoint } = route
    const paths = [endpoint.path, endpoint.alsoAt].flatMap((one) => one?.replace(/\{(\w+)\}/g, ':$1') ?? [])
    // A file may take hours, and a form is read once it is known who sends it.
    const arrival = isUpload(endpoint) || isForm(endpoint) ? [] : [jsonArrives(endpoint, wiring.bodyMs ?? fiveMinutes)]
    const respond = (request: Request) => answer(route, request, wiring, doors)
    const noting = endpoint.access === 'API_KEY' ? [noteCalls(wiring.keys, endpoint)] : []
    app.on(endpoint.method, paths, ...noting, ...arrival, respond)
  }
}

async function answer(route: Route, request: Request, wiring: Wiring, doors: Doorkeeper): Promise<Response> {
  const { endpoint } = route
  const caller = wiring.callerOf(request)
  const who = endpoint.access === 'ANYONE' ? undefined : await doors.admit(endpoint, request, caller.ipAddress)
  const maxFileBytes = who ? wiring.uploads.largestFileBytes(who.actor) : 0
  const input = await arrives(request, wiring.bodyMs ?? fiveMinutes, inputOf(endpoint, request, maxFileBytes))
  const by = {
    ...{ address: caller.ipAddress, account: accountOf(who?.actor), key: who?.actor.apiKeyId },
    email: textIn(input.body, 'email'),
  }
  const limits = (endpoint.limits ?? []).filter(({ naming }) => !naming || textIn(input.body, naming))
  const own = await doors.count(request, limits, by, who?.counts ?? [])
  const ctx = {
    ...wiring.services,
    requestId: request.get('requestId'),
    caller,
    signal: hangUpSignal(request.req.raw.signal),
    // Endpoints open to anyone are typed without an actor, so none of them reads this.
    actor: who?.actor as Context['actor'],
  }
  const reserved = who && (await reserveOwnerRows(wiring.limiter, wiring.ownerRowsPerDay, { ...who, input, endpoint }))
  const before = [...(who?.counts ?? []), ...(reserved ? [reserved.count] : [])]
  if (reserved?.count.isOver) {
    say(request, [...before, ...own])
    throw tooManyOwnerRows(reserved.count)
  }
  const made = reserved ? { endpoint, handle: returningOwnerRows(reserved, route.handle) } : route
  if (who?.actor.impersonator) await auditWrite(ctx, endpoint, input)
  const reply = isUpload(endpoint)
    ? () => receiveUpload(request, wiring.uploads, ctx, input, (taken) => replyTo(made, request, ctx, taken))
    : () => replyTo(made, request, ctx, input)
  if (endpoint.answers !== 'stream') return counted(request, ctx, { before, own }, reply)
  const { hub, rolesOf, lookEveryMs } = wiring
  const watch = (await route.handle(ctx, input)) as Watch<unknown>
  return streamEvents(request, endpoint, watch, { hub, rolesOf, lookEveryMs, log: ctx.log }, readerOf(who))
}

/** No key opens a stream. */
const readerOf = (who: Admitted | undefined) =>
  who?.expiresAt && { sessionId: who.actor.sessionId, until: who.expiresAt }

async function replyTo({ endpoint, handle }: Route, request: Request, ctx: Context, input: Input<AnyEndpoint>) {
  if (endpoint.answers === 'file') return fileAnswer(request, (await handle(ctx, input)) as Download)
  const work = async (given: Context) => {
    const result = await handle(given, input)
    return { status: endpoint.status ?? 200, body: endpoint.response ? endpoint.response.parse(result) : null }
  }
  const key = endpoint.idempotent ? request.req.header('idempotency-key') : undefined
  // An empty key is a wrong one: whoever sends it takes the call for one that is done once.
  const { status, body } = key === undefined ? await work(ctx) : await answerOnce(ctx, endpoint, key, input, work)
  if (status === 204) return request.body(null, 204)
  return request.body(jsonOf(body), status as ContentfulStatusCode, { 'content-type': 'application/json' })
}

async function receiveUpload(
  request: Request,
  { receive }: UploadQuota,
  { actor }: Context,
  input: Input<AnyEndpoint>,
  reply: (taken: Input<AnyEndpoint>) => Promise<Response>,
): Promise<Response> {
  // What `inputOf` made of the body of an upload.
  const bytes = input.body as AsyncIterable<Uint8Array>
  try {
    const incoming = { declaredBytes: declaredBytes(request), bytes }
    return await receive(actor, incoming, (body) => reply({ ...input, body }))
  } catch (error) {
    // What is left of the file is never read, so nothing can follow it on this connection.
    if (isAppError(error) && error.code === 'RATE_LIMITED') request.header('Connection', 'close')
    throw error
  }
}

type Counts = { before: readonly Count[]; own: readonly Count[] }

/** Counted before it is known how a call ends, so that many at once count too; what was not tried is given back. */
async function counted(request: Request, { log }: Context, { before, own }: Counts, reply: () => Promise<Response>) {
  const sayWithout = (given: readonly Count[]) =>
    say(request, [...before, ...own.map((one) => (given.includes(one) ? { ...one, left: one.left + 1 } : one))])
  // What was done is done, and its answer is worth more than an exact count.
  const forgive = (given: readonly Count[]) =>
    giveBack(given).catch((error) => log.warn({ err: error }, 'a count could not be given back'))
  const ofFailures = own.filter(({ limit }) => limit.counts === 'failures')
  // An answer takes the headers that are set before it.
  sayWithout(ofFailures)
  try {
    const response = await reply()
    await forgive(ofFailures)
    return response
  } catch (error) {
    const given = isUntried(error) ? own : isOtherwiseRight(error) ? ofFailures : []
    sayWithout(given)
    await forgive(given)
    throw error
  }
}

/** What is not valid, or finds no room, was not tried. A wrong password or code is neither. */
const isUntried = (error: unknown) => isAppError(error) && (error.code === 'VALIDATION' || error.code === 'UNAVAILABLE')

/** What was given was right, and something else stands against it. */
const isOtherwiseRight = (error: unknown) => isAppError(error) && error.code === 'CONFLICT'

function textIn(body: unknown, name: string): string | undefined {
  const value = typeof body === 'object' && body ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Changes nothing else, and has an entry of its own. */
const stopsActing: AnyEndpoint[] = [adminUsers.endImpersonation, account.logout]

/** Whatever an administrator changes as a user is in the audit log before it is done, or it is not done. */
async function auditWrite(ctx: Context, endpoint: AnyEndpoint, { params }: Input<AnyEndpoint>) {
  const { method, path, reads, changes } = endpoint
  if ((method === 'GET' && !changes) || reads || stopsActing.includes(endpoint)) return
  await audit(ctx, {
    action: 'impersonation.write',
    object: { type: 'call', id: `${method} ${path}` },
    after: { session: ctx.actor.sessionId, ...(Object.keys(params).length > 0 && { params }) },
  })
}

function fileAnswer(request: Request, { fileName, contentType, size, body, ...how }: Download): Response {
  const { inline = false, cacheControl = 'private, no-store' } = how
  return request.body(Readable.toWeb(body) as ReadableStream<Uint8Array>, 200, {
    'content-type': contentType,
    ...(size !== undefined && { 'content-length': String(size) }),
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
    'cache-control': cacheControl,
  })
}

const maxPageBytes = 2_000_000

const isPage = (body: unknown) => typeof body === 'object' && body !== null && 'items' in body && 'pageSize' in body

const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** VALIDATION for a page of a list that is too large: fewer rows of it can be asked for. */
function jsonOf(body: unknown): string {
  const text = JSON.stringify(body)
  if (!isPage(body)) return text
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxPageBytes) return text
  const most = inMegabytes(maxPageBytes)
  const message = `This page would be ${inMegabytes(bytes)}, and ${most} is the most. Ask for fewer rows by \`limit\`.`
  throw appError('VALIDATION', message, { issues: [{ path: 'limit', message }] })
}
