import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyEndpoint, FileBody, type Input } from '@dooryard/contract/endpoint'
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Caller, Context, Services } from '../context.ts'
import { appError } from '../errors.ts'
import type { Hub } from '../live/hub.ts'
import { type Authenticate, authorise, tokenOf } from './authorise.ts'
import type { Download, Route, Watch } from './handlers.ts'
import { answerOnce } from './idempotency.ts'
import { streamEvents } from './stream.ts'
import { uploadedBytes } from './upload.ts'
import { validate } from './validate.ts'

export type Web = { requestId: string; actor?: Context['actor'] }
export type App = Hono<{ Variables: Web }>
type Request = HonoContext<{ Variables: Web }>

type Wiring = {
  services: Services
  authenticate: Authenticate
  hub: Hub
  callerOf: (request: Request) => Caller
  /** The largest file that is taken as a body. */
  maxFileBytes: number
  /** How long a body other than a file may take; five minutes unless said. */
  bodyMs?: number
}

const maxBodyBytes = 1024 * 1024
const bodyMs = 5 * 60_000

/**
 * Literal segments go before parameters, so that `/campaigns/orders` is never taken for a campaign. By code and not by
 * locale: `{` comes after every letter in ASCII, and before them in every language.
 */
const byPath = ({ endpoint: a }: Route, { endpoint: b }: Route) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/** Puts every route on the app: limit, authenticate, authorise, parse, call, check the answer against the contract. */
export function mount(app: App, routes: Route[], wiring: Wiring) {
  const tooLarge = (request: HonoContext) => {
    // What is left of the body is never read, so nothing can follow it on this connection.
    request.header('Connection', 'close')
    throw appError('PAYLOAD_TOO_LARGE', 'The request is larger than 1 MB.')
  }
  for (const route of [...routes].sort(byPath)) {
    const { path, alsoAt } = route.endpoint
    const paths = [path, alsoAt].flatMap((one) => one?.replace(/\{(\w+)\}/g, ':$1') ?? [])
    const limits = isUpload(route.endpoint)
      ? []
      : [within(wiring.bodyMs ?? bodyMs), bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge })]
    app.on(route.endpoint.method, paths, ...limits, (request: Request) => answer(route, request, wiring))
  }
}

/** Gives up a request that is not answered because its body does not arrive. Uploads may take hours, but nobody needs that long for a megabyte. */
const within =
  (ms: number): MiddlewareHandler =>
  async (request, next) => {
    const answered = new AbortController()
    const tooLate = sleep(ms, undefined, { signal: answered.signal, ref: false }).then(() => {
      request.header('Connection', 'close')
      throw appError('VALIDATION', 'The request took too long to arrive.')
    })
    await Promise.race([next(), tooLate]).finally(() => answered.abort())
  }

/** A file is read by whoever takes it: it is too large to be kept, and has a limit of its own. */
const isUpload = ({ body }: AnyEndpoint) => body === FileBody

async function answer({ endpoint, handle }: Route, request: Request, wiring: Wiring): Promise<Response> {
  const { services } = wiring
  // Before anything can be refused: the server cuts a connection on which a body was left unread. It is kept for `jsonOf`.
  if (endpoint.body && !isUpload(endpoint)) await request.req.text()
  const who = endpoint.access === 'ANYONE' ? undefined : await whoCalls(endpoint, request, wiring)
  const input = await inputOf(endpoint, request, wiring)
  const ctx = {
    ...services,
    requestId: request.get('requestId'),
    caller: wiring.callerOf(request),
    signal: request.req.raw.signal,
    // Endpoints open to anyone are typed without an actor, so none of them reads this.
    actor: who?.actor as Context['actor'],
  }
  if (endpoint.answers === 'stream')
    return streamEvents(request, endpoint, (await handle(ctx, input)) as Watch<unknown>, wiring.hub, {
      until: who?.expiresAt,
      stillAllowed: () =>
        authorise(endpoint, who?.token, wiring.authenticate).then(
          () => true,
          () => false,
        ),
      log: services.log,
    })
  if (endpoint.answers === 'file') return fileAnswer(request, (await handle(ctx, input)) as Download)
  const work = async (given: Context) => {
    const result = await handle(given, input)
    return { status: endpoint.status ?? 200, body: endpoint.response ? endpoint.response.parse(result) : null }
  }
  const key = endpoint.idempotent && request.req.header('idempotency-key')
  const { status, body } = key ? await answerOnce(ctx, endpoint, key, input, work) : await work(ctx)
  return status === 204 ? request.body(null, 204) : request.json(body, status as ContentfulStatusCode)
}

async function whoCalls(endpoint: AnyEndpoint, request: Request, wiring: Wiring) {
  const token = tokenOf(endpoint, request.req.header('authorization'), request.req.query('token'))
  const known = await authorise(endpoint, token, wiring.authenticate)
  request.set('actor', known.actor)
  return { ...known, token: token ?? '' }
}

async function inputOf(endpoint: AnyEndpoint, request: Request, { maxFileBytes }: Wiring): Promise<Input<AnyEndpoint>> {
  const bodyOf = async () =>
    isUpload(endpoint) ? uploadedBytes(request, maxFileBytes) : validate(endpoint.body, await jsonOf(request))
  return {
    params: endpoint.params ? validate(endpoint.params, request.req.param()) : {},
    query: endpoint.query ? validate(endpoint.query, queryOf(request)) : {},
    body: endpoint.body ? await bodyOf() : undefined,
  }
}

/** A repeated key is an array; a key given once stays a string, and the schemas of lists take both. */
function queryOf(request: Request) {
  return Object.fromEntries(
    Object.entries(request.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
}

async function jsonOf(request: Request): Promise<unknown> {
  const type = request.req.header('content-type') ?? ''
  if (!/^application\/json *(;|$)/i.test(type))
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the request body as application/json.')
  const text = await request.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw appError('VALIDATION', 'The request body is not valid JSON.')
  }
}

function fileAnswer(request: Request, { fileName, contentType, size, body }: Download): Response {
  return request.body(Readable.toWeb(body) as ReadableStream<Uint8Array>, 200, {
    'content-type': contentType,
    'content-length': String(size),
    'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
    'cache-control': 'private, no-store',
  })
}
