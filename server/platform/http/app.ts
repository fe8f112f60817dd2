import { allEndpoints } from '@dooryard/contract/all'
import { Hono } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { appError } from '../errors.ts'
import { newRequestId } from '../ids.ts'
import type { Log } from '../log.ts'
import { errorAnswer } from './errors.ts'
import type { App, Web } from './mount.ts'
import { openApiDocument } from './openapi.ts'
import { crossOrigin, noStore, securityHeaders } from './security-headers.ts'
import { type SecurityContact, serveSecurityTxt } from './security-txt.ts'

export type AppOptions = {
  log: Log
  publicUrl: string
  /** Whom security researchers write to; nobody unless said. */
  security?: SecurityContact | undefined
  /** The time of day; the system's unless said. */
  now?: () => Date
  /** Whose pages may call the API, beside our own. */
  corsOrigins?: readonly string[]
  /** Where the parts of a map come from that are not ours. */
  mapOrigins?: readonly string[]
  /** `draining` refuses new calls while those under way finish. */
  state: () => 'ready' | 'draining'
  /** Whether every store answers. */
  storesAnswer: () => Promise<boolean>
}

/** The application without its routes: ids, headers, logs, health and the OpenAPI document. */
export function createApp(options: AppOptions): App {
  const app: App = new Hono<{ Variables: Web }>()
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
    const { status, body, headers } = errorAnswer(error, request.get('requestId'), options.log)
    if (!body) return request.body(null, status as StatusCode)
    return request.json(body, status as ContentfulStatusCode, headers)
  })
  app.notFound((request) => {
    const { status, body } = errorAnswer(nothingHere(), request.get('requestId'), options.log)
    return request.json(body, status as ContentfulStatusCode)
  })
  app.get('/healthz', (request) => request.json({ status: 'ok' }))
  app.get('/readyz', async (request) => {
    const ready = options.state() === 'ready' && (await options.storesAnswer())
    return request.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503)
  })
  const { security = { contacts: [] }, publicUrl, now = () => new Date() } = options
  serveSecurityTxt(app, { ...security, publicUrl, now })
  const document = openApiDocument(allEndpoints, publicUrl)
  app.get('/v1/openapi.json', (request) => request.json(document))
  return app
}

const nothingHere = () => appError('NOT_FOUND', 'There is nothing at this address.')

/**
 * A query may carry a token, so it is not of the path; neither is the ticket that opens a file, nor an API key that
 * somebody put there.
 */
const loggablePath = (path: string) => path.replace(/^(\/v1\/files\/).*/, '$1…').replace(/(dyk_)\w+/g, '$1…')
