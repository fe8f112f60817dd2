import { allEndpoints } from '@dooryard/contract/all'
import { dayMs } from '@dooryard/contract/api/time'
import { Hono } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { appError } from '../errors/app-error.ts'
import type { ReportError } from '../errors/report-error.ts'
import type { Log } from '../log.ts'
import { newRequestId } from '../util/ids.ts'
import { getRequestFacts, toErrorResponse } from './errors.ts'
import type { App, RequestVariables } from './handlers.ts'
import { openApiDocument } from './openapi.ts'
import { crossOrigin, noStore, securityHeaders } from './web/security-headers.ts'

export type AppOptions = {
  log: Log
  publicUrl: string
  security?: SecurityContact | undefined
  now?: () => Date
  corsOrigins?: readonly string[]
  /** Origins of third-party map resources. */
  mapOrigins?: readonly string[]
  /** Where browsers report unexpected errors instead of to this portal. */
  sentryDsn?: string | undefined
  /** Receives every unexpected error of a request. */
  reportError?: ReportError | undefined
  /** `draining` refuses new calls while those in progress finish. */
  state: () => 'ready' | 'draining'
  checkStores: () => Promise<boolean>
}

export function createApp(options: AppOptions): App {
  const app: App = new Hono<{ Variables: RequestVariables }>()
  app.use(async (request, next) => {
    request.set('requestId', newRequestId())
    request.header('X-Request-Id', request.get('requestId'))
    const startedAt = performance.now()
    await next()
    options.log.info(
      {
        requestId: request.get('requestId'),
        method: request.req.method,
        path: loggablePath(request.req.path),
        status: request.res.status,
        ms: Math.round(performance.now() - startedAt),
        userId: request.get('actor')?.userId,
        apiKeyId: request.get('actor')?.apiKeyId,
      },
      'request',
    )
  })
  app.use(securityHeaders(options))
  if (options.corsOrigins?.length) app.use('/v1/*', crossOrigin(options.corsOrigins))
  app.use('/v1/*', noStore)
  app.use('/v1/*', async (_, next) => {
    if (options.state() === 'draining') throw appError('UNAVAILABLE', 'The server is restarting. Please try again.')
    await next()
  })
  app.onError((error, request) => {
    const { status, body, headers } = toErrorResponse(error, request.get('requestId'), options.log)
    if (body?.code === 'INTERNAL') options.reportError?.(error, { layer: 'API', ...getRequestFacts(request) })
    if (!body) return request.body(null, status as StatusCode)
    return request.json(body, status as ContentfulStatusCode, headers)
  })
  app.notFound((request) => {
    const { status, body } = toErrorResponse(routeNotFound(), request.get('requestId'), options.log)
    return request.json(body, status as ContentfulStatusCode)
  })
  app.get('/healthz', (request) => request.json({ status: 'ok' }))
  app.get('/readyz', async (request) => {
    const ready = options.state() === 'ready' && (await options.checkStores())
    return request.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503)
  })
  const { security = { contacts: [] }, publicUrl, now = () => new Date() } = options
  serveSecurityTxt(app, { ...security, publicUrl, now })
  let document: ReturnType<typeof openApiDocument> | undefined
  // On request: a start would wait for it.
  app.get('/v1/openapi.json', (request) => {
    document ??= openApiDocument(allEndpoints, publicUrl)
    return request.json(document)
  })
  return app
}

const routeNotFound = () => appError('NOT_FOUND', 'There is nothing at this address.')

/** Omits the query, the token of a file link, and any API key: a reader of the log could use them. */
const loggablePath = (path: string) => path.replace(/^(\/v1\/files\/).*/, '$1…').replace(/(dyk_)\w+/g, '$1…')

type SecurityContact = { contacts: readonly string[]; policy?: string | undefined }

type SecurityTxtInput = SecurityContact & { publicUrl: string; now: () => Date }

const path = '/.well-known/security.txt'
/** RFC 9116 requires an expiry less than a year ahead. A running portal still has its configured contact. */
const validDays = 300

function serveSecurityTxt(app: App, facts: SecurityTxtInput): void {
  if (facts.contacts.length === 0) return
  app.get(path, (request) => request.text(buildSecurityTxt(facts), 200, { 'Cache-Control': 'max-age=86400' }))
  app.get('/security.txt', (request) => request.redirect(path, 301))
}

/** Expires at the end of a UTC day, so that the file is the same all day. */
export function buildSecurityTxt({ contacts, policy, publicUrl, now }: SecurityTxtInput): string {
  const expires = new Date(Math.floor(now().getTime() / dayMs + validDays + 1) * dayMs - 1000)
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    // Web addresses in it must use https.
    ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []),
    ...(policy ? [`Policy: ${policy}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
