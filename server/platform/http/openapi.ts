import { endpointNames } from '@dooryard/contract/all'
import {
  type AnyEndpoint,
  type EndpointLimit,
  FileBody,
  FormFile,
  type ResponseKind,
  SignedPayload,
} from '@dooryard/contract/api/endpoint'
import { getExample } from '@dooryard/contract/api/examples'
import { defaultPageSize } from '@dooryard/contract/api/limits'
import { toPage } from '@dooryard/contract/api/paging'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
} from 'zod-openapi'
import { apiDescription, tagDescriptions } from './openapi/description.ts'
import { buildErrorResponses, buildLimitHeaderDocs, idempotencyKey, isRateLimited } from './openapi/error-responses.ts'
import { webhookOperations } from './openapi/webhooks.ts'
import { canBeEmpty } from './request/input.ts'

const mediaTypes = { json: 'application/json', stream: 'text/event-stream', file: 'application/octet-stream' } as const

const listMediaTypes = ({ answers = 'json', mediaType = mediaTypes[answers as ResponseKind] }: AnyEndpoint) =>
  [mediaType].flat()

const bytes = { type: 'string' as const, format: 'binary' }

function buildRequestContent(body: AnyEndpoint['body']): ZodOpenApiRequestBodyObject['content'] {
  if (body === FileBody) return { 'application/octet-stream': { schema: bytes } }
  if (body === FormFile)
    return {
      'multipart/form-data': { schema: { type: 'object', properties: { file: bytes }, required: ['file'] } },
    }
  // Any content type: the body is read as the signed text.
  if (body === SignedPayload) return { '*/*': { schema: { type: 'string' } } }
  return { 'application/json': { schema: body } }
}

const labelBySubject: Record<EndpointLimit['per'], string> = {
  address: 'IP address',
  account: 'account',
  key: 'API key',
  email: 'email',
  'email-at-address': 'email and IP address',
}

const units = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

function formatLimit({ per, times, seconds, counts, naming }: EndpointLimit): string {
  const [length, unit] = units.find(([length]) => seconds % length === 0) ?? units[2]
  const count = seconds / length
  const what = counts === 'failures' ? 'failed call' : 'call'
  const which = naming ? ` with a ${naming}` : ''
  return `${times} ${what}${times === 1 ? '' : 's'}${which} per ${labelBySubject[per]} in ${count} ${unit}${count === 1 ? '' : 's'}`
}

const stepUpText =
  'Callers with two-step verification must have confirmed their identity in the last 10 minutes: ' +
  'see `POST /v1/auth/private/step-up`.'

function buildDescription({ access, scope, limits, stepUp }: AnyEndpoint): string {
  const roles = Array.isArray(access) ? [`Roles: ${access.join(', ')}.`] : []
  const limitTexts = limits ? [`At most ${limits.map(formatLimit).join('; ')}.`] : []
  const needed = scope ? [`Needs an API key with the scope \`${scope}\`.`] : []
  const fresh = stepUp ? [stepUpText] : []
  return [...roles, ...needed, ...fresh, ...limitTexts].join(' ')
}

const isNamed = (schema: z.ZodType) => schema.meta()?.id !== undefined

/** For a response whose schema has no named example; for a list, one item. */
function buildExample(response: AnyEndpoint['response']): unknown {
  if (isNamed(response)) return undefined
  if (response instanceof z.ZodArray) return getExample(response)
  if (!(response instanceof z.ZodObject)) return undefined
  const example: Record<string, unknown> = getExample(response)
  const { items } = example
  if (!('currentPage' in response.shape) || !Array.isArray(items)) return example
  return { ...example, ...toPage(items, items.length, { page: 1, limit: defaultPageSize }) }
}

function buildSuccessResponse(endpoint: AnyEndpoint) {
  const { response } = endpoint
  if (!response) return undefined
  const example = buildExample(response)
  const said = { schema: response, ...(example !== undefined && { example }) }
  return { content: Object.fromEntries(listMediaTypes(endpoint).map((type) => [type, said])) }
}

const getSecurity = ({ access }: AnyEndpoint): Record<string, string[]>[] =>
  access === 'ANYONE' ? [] : access === 'API_KEY' ? [{ apiKey: [] }, { apiKeyHeader: [] }] : [{ accessToken: [] }]

function buildOperation(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { status = 200 } = endpoint
  const description = buildDescription(endpoint)
  return {
    operationId: endpointNames.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    summary: endpoint.summary,
    ...(description && { description }),
    tags: [endpoint.tag],
    security: getSecurity(endpoint),
    parameters: endpoint.idempotent ? [idempotencyKey] : [],
    requestParams: {
      ...(endpoint.params && { path: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
    },
    ...(endpoint.body && {
      requestBody: { required: !canBeEmpty(endpoint), content: buildRequestContent(endpoint.body) },
    }),
    responses: {
      [status]: {
        description: endpoint.summary,
        ...(isRateLimited(endpoint) && { headers: buildLimitHeaderDocs(endpoint) }),
        ...buildSuccessResponse(endpoint),
      },
      ...buildErrorResponses(endpoint),
    },
  }
}

const securitySchemes = {
  accessToken: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a signed-in user',
  },
  apiKey: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'dyk_…',
    description: 'An API key',
  },
  apiKeyHeader: {
    type: 'apiKey' as const,
    in: 'header' as const,
    name: 'X-API-Key',
    description: 'The API key, for programs that cannot set `Authorization`',
  },
}

/** Responses may gain fields, and clients generated from this document must accept them. */
const allowAdditionalProperties: ZodOpenApiOverride = ({ io, zodSchema, jsonSchema }) => {
  if (io === 'output' && zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall)
    delete jsonSchema.additionalProperties
}

/** Every integer carries JavaScript's safe bounds, which mean nothing to a reader. */
const withoutSafeBounds: ZodOpenApiOverride = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** The length of a tuple is in `maxItems`; some readers take `items: false` for an array without items. */
const withTupleItems: ZodOpenApiOverride = ({ jsonSchema }) => {
  if (jsonSchema.prefixItems && jsonSchema.items === false) jsonSchema.items = {}
}

const withExample: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  if (zodSchema instanceof z.ZodType && isNamed(zodSchema)) jsonSchema.example = getExample(zodSchema)
}

export function openApiDocument(endpoints: readonly AnyEndpoint[], serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: buildOperation(endpoint) }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: { title: 'Dooryard', version: '1.0.0', description: apiDescription },
    servers: [{ url: serverUrl }],
    security: [{ accessToken: [] }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    components: { securitySchemes },
    paths,
    webhooks: webhookOperations,
  }
  return createDocument(document, {
    override: (context) => {
      allowAdditionalProperties(context)
      withoutSafeBounds(context)
      withTupleItems(context)
      withExample(context)
    },
  })
}
