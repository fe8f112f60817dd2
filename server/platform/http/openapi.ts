import { type Answer, type AnyEndpoint, FileBody, FormFile, type Limit, SignedText } from '@dooryard/contract/endpoint'
import { ErrorBody, type ErrorCode, errorStatus } from '@dooryard/contract/errors'
import { accountCallsPerMinute } from '@dooryard/contract/limits'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
} from 'zod-openapi'
import { mayBeEmpty } from './input.ts'

const whatItMeans: Record<ErrorCode, string> = {
  VALIDATION: 'Something in the request is not valid; `issues` says what',
  NOT_AUTHENTICATED: 'No valid access token',
  INSUFFICIENT_CREDITS: 'Too few credits; `needed` and `available` say how many',
  FORBIDDEN: 'Not allowed for this role',
  NOT_FOUND: "There is no such thing, or it is somebody else's",
  CONFLICT: 'The request does not fit the present state',
  PAYLOAD_TOO_LARGE: 'The request is too large',
  UNSUPPORTED_MEDIA_TYPE: 'The request body is of another media type',
  UNPROCESSABLE: 'A rule of the business refuses the request',
  RATE_LIMITED: 'Too many requests; `Retry-After` says when to come back',
  INTERNAL: 'Something went wrong on our side',
  UNAVAILABLE: 'Starting, stopping, or without its database; come back soon',
}

/** Every error that a call can give: those of its kind, and its own. */
function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(['VALIDATION', 'INTERNAL', 'UNAVAILABLE', ...(endpoint.errors ?? [])])
  if (endpoint.access !== 'ANYONE') codes.add('NOT_AUTHENTICATED')
  if (isLimited(endpoint)) codes.add('RATE_LIMITED')
  if (Array.isArray(endpoint.access) || endpoint.refusedWhileImpersonating) codes.add('FORBIDDEN')
  if (endpoint.params) codes.add('NOT_FOUND')
  if (endpoint.body) codes.add('PAYLOAD_TOO_LARGE')
  if (endpoint.body && endpoint.body !== SignedText) codes.add('UNSUPPORTED_MEDIA_TYPE')
  if (endpoint.idempotent) codes.add('CONFLICT')
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b])
}

const mediaTypes = { json: 'application/json', stream: 'text/event-stream', file: 'application/octet-stream' } as const

/** Of what a call answers. */
const mediaTypeOf = ({ answers = 'json', mediaType }: AnyEndpoint) => mediaType ?? mediaTypes[answers as Answer]

const bytes = { type: 'string' as const, format: 'binary' }

function contentOf(body: AnyEndpoint['body']): ZodOpenApiRequestBodyObject['content'] {
  if (body === FileBody) return { 'application/octet-stream': { schema: bytes } }
  if (body === FormFile)
    return {
      'multipart/form-data': { schema: { type: 'object', properties: { file: bytes }, required: ['file'] } },
    }
  // Of any type: it is read as the text that was signed.
  if (body === SignedText) return { '*/*': { schema: { type: 'string' } } }
  return { 'application/json': { schema: body } }
}

const isLimited = ({ access, limits }: AnyEndpoint) => access !== 'ANYONE' || limits !== undefined

const byWhat: Record<Limit['per'], string> = {
  address: 'an address',
  account: 'an account',
  email: 'an email',
  'email-at-address': 'an email from one address',
}

const units = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

function limitInWords({ per, times, seconds, counts, naming }: Limit): string {
  const [length, unit] = units.find(([length]) => seconds % length === 0) ?? units[2]
  const count = seconds / length
  const what = counts === 'failures' ? 'failed call' : 'call'
  const which = naming ? ` with a ${naming}` : ''
  return `${times} ${what}${times === 1 ? '' : 's'}${which} of ${byWhat[per]} in ${count} ${unit}${count === 1 ? '' : 's'}`
}

function descriptionOf({ access, limits }: AnyEndpoint): string {
  const roles = Array.isArray(access) ? [`Roles: ${access.join(', ')}.`] : []
  const most = limits ? [`At most ${limits.map(limitInWords).join('; ')}.`] : []
  return [...roles, ...most].join(' ')
}

const limitHeaders = {
  'RateLimit-Policy': {
    description: 'The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)',
    schema: { type: 'string' as const },
    example: '"login";q=10;w=900',
  },
  RateLimit: {
    description: 'Where this caller stands with it: calls left (`r`), seconds until the count begins anew (`t`)',
    schema: { type: 'string' as const },
    example: '"login";r=9;t=900',
  },
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const }, example: 720 },
}

const errorResponse = (code: ErrorCode) => ({
  description: whatItMeans[code],
  ...(code === 'RATE_LIMITED' && { headers: { ...limitHeaders, ...retryAfter } }),
  content: { 'application/json': { schema: ErrorBody } },
})

function operationOf(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { status = 200, response } = endpoint
  const content = response && { content: { [mediaTypeOf(endpoint)]: { schema: response } } }
  const description = descriptionOf(endpoint)
  return {
    summary: endpoint.summary,
    ...(description && { description }),
    tags: [endpoint.tag],
    security: endpoint.access === 'ANYONE' ? [] : [{ accessToken: [] }],
    parameters: endpoint.idempotent ? [idempotencyKey] : [],
    requestParams: {
      ...(endpoint.params && { path: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
    },
    ...(endpoint.body && {
      requestBody: { required: !mayBeEmpty(endpoint), content: contentOf(endpoint.body) },
    }),
    responses: {
      [status]: {
        description: endpoint.summary,
        ...(isLimited(endpoint) && { headers: limitHeaders }),
        ...content,
      },
      ...Object.fromEntries(errorsOf(endpoint).map((code) => [String(errorStatus[code]), errorResponse(code)])),
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  description:
    'The same key and body gives the same answer for 24 hours, and waits for it while the first request is under way; ' +
    'another body is refused with 409.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 200 },
  example: '0b9f3b1e-4a62-4df1-9d0f-6a4c8c1f7e55',
}

const perMinute = accountCallsPerMinute.toLocaleString('en-US')

const about = `Find properties and their owners, and reach them.

A signed-in account may make ${perMinute} calls a minute, all together; some calls have limits of their own. \
What is over a limit is refused with 429.`

/** The whole API as an OpenAPI 3.1 document. */
export function openApiDocument(endpoints: readonly AnyEndpoint[], serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Dooryard', version: '1.0.0', description: about },
    servers: [{ url: serverUrl }],
    security: [{ accessToken: [] }],
    components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  })
}
