import { type Answer, type AnyEndpoint, FileBody } from '@dooryard/contract/endpoint'
import { ErrorBody, type ErrorCode, errorStatus } from '@dooryard/contract/errors'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
} from 'zod-openapi'

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
  UNAVAILABLE: 'Starting or stopping; come back soon',
}

/** Every error that a call can give: those of its kind, and its own. */
function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(['VALIDATION', 'INTERNAL', 'UNAVAILABLE', ...(endpoint.errors ?? [])])
  if (endpoint.access !== 'ANYONE') codes.add('NOT_AUTHENTICATED')
  if (Array.isArray(endpoint.access)) codes.add('FORBIDDEN')
  if (endpoint.params) codes.add('NOT_FOUND')
  if (endpoint.body) codes.add('UNSUPPORTED_MEDIA_TYPE').add('PAYLOAD_TOO_LARGE')
  if (endpoint.idempotent) codes.add('CONFLICT')
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b])
}

const mediaType = { json: 'application/json', stream: 'text/event-stream', file: 'application/octet-stream' } as const

const contentOf = (body: AnyEndpoint['body']): ZodOpenApiRequestBodyObject['content'] =>
  body === FileBody
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: body } }

function operationOf(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { status = 200, response } = endpoint
  const content = response && { content: { [mediaType[(endpoint.answers ?? 'json') as Answer]]: { schema: response } } }
  const access = Array.isArray(endpoint.access) ? `Roles: ${endpoint.access.join(', ')}.` : undefined
  return {
    summary: endpoint.summary,
    ...(access && { description: access }),
    tags: [endpoint.tag],
    security: endpoint.access === 'ANYONE' ? [] : [{ accessToken: [] }],
    parameters: endpoint.idempotent ? [idempotencyKey] : [],
    requestParams: {
      ...(endpoint.params && { path: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
    },
    ...(endpoint.body && {
      requestBody: { required: true, content: contentOf(endpoint.body) },
    }),
    responses: {
      [status]: { description: endpoint.summary, ...content },
      ...Object.fromEntries(
        errorsOf(endpoint).map((code) => [
          String(errorStatus[code]),
          { description: whatItMeans[code], content: { 'application/json': { schema: ErrorBody } } },
        ]),
      ),
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  description: 'The same key and body gives the same answer for 24 hours; another body is refused with 409.',
  schema: { type: 'string' as const, maxLength: 200 },
  example: '0b9f3b1e-4a62-4df1-9d0f-6a4c8c1f7e55',
}

/** The whole API as an OpenAPI 3.1 document. */
export function openApiDocument(endpoints: readonly AnyEndpoint[], serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Dooryard', version: '1.0.0', description: 'Find properties and their owners, and reach them.' },
    servers: [{ url: serverUrl }],
    security: [{ accessToken: [] }],
    components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  })
}
