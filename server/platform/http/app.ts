import { allEndpoints } from '@dooryard/contract/all'
import { dayMs } from '@dooryard/contract/time'
import { Hono } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { appError } from '../errors.ts'
import { newRequestId } from '../ids.ts'
import type { Log } from '../log.ts'
import { errorAnswer } from './errors.ts'
import type { App, Web } from './handlers.ts'
import { openApiDocument } from './openapi.ts'
import { crossOrigin, noStore, securityHeaders } from './security-headers.ts'

export type AppOptions = {
  log: Log
  publicUrl: string
  security?: SecurityContact | undefined
  now?: () => Date
  corsOrigins?: readonly string[]
  /** Origins of parts of a map that are not ours. */
  mapOrigins?: readonly string[]
  /** `draining` refuses new calls while those under way finish. */
  state: () => 'ready' | 'draining'
  storesAnswer: () => Promise<boolean>
}

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

/** Leaves out the query, the ticket that opens a file, and any API key: whoever reads the log could use them. */
const loggablePath = (path: string) => path.replace(/^(\/v1\/files\/).*/, '$1…').replace(/(dyk_)\w+/g, '$1…')

type SecurityContact = { contacts: readonly string[]; policy?: string | undefined }

type Facts = SecurityContact & { publicUrl: string; now: () => Date }

const path = '/.well-known/security.txt'
/** RFC 9116 wants an end, less than a year ahead. A portal that answers still has the contact it was given. */
const validDays = 300

function serveSecurityTxt(app: App, facts: Facts): void {
  if (facts.contacts.length === 0) return
  app.get(path, (request) => request.text(securityTxt(facts), 200, { 'Cache-Control': 'max-age=86400' }))
  app.get('/security.txt', (request) => request.redirect(path, 301))
}

/** It ends at the end of a UTC day, so that it is the same all day. */
export function securityTxt({ contacts, policy, publicUrl, now }: Facts): string {
  const expires = new Date(Math.floor(now().getTime() / dayMs + validDays + 1) * dayMs - 1000)
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    // Addresses of the web in it have to be https.
    ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []),
    ...(policy ? [`Policy: ${policy}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
