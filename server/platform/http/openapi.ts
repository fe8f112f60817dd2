import { endpointNames } from '@dooryard/contract/all'
import { type Answer, type AnyEndpoint, FileBody, FormFile, type Limit, SignedText } from '@dooryard/contract/endpoint'
import { exampleOf } from '@dooryard/contract/examples'
import { defaultPageSize } from '@dooryard/contract/limits'
import { toPage } from '@dooryard/contract/paging'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
} from 'zod-openapi'
import { mayBeEmpty } from './input.ts'
import { about, tags } from './openapi-about.ts'
import { errorResponsesOf, idempotencyKey, isLimited, limitHeadersOf } from './openapi-errors.ts'
import { webhookOperations } from './openapi-webhooks.ts'

const mediaTypes = { json: 'application/json', stream: 'text/event-stream', file: 'application/octet-stream' } as const

const mediaTypesOf = ({ answers = 'json', mediaType = mediaTypes[answers as Answer] }: AnyEndpoint) =>
  [mediaType].flat()

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

const byWhat: Record<Limit['per'], string> = {
  address: 'an address',
  account: 'an account',
  key: 'an API key',
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

function descriptionOf({ access, scope, limits }: AnyEndpoint): string {
  const roles = Array.isArray(access) ? [`Roles: ${access.join(', ')}.`] : []
  const most = limits ? [`At most ${limits.map(limitInWords).join('; ')}.`] : []
  const needed = scope ? [`Needs an API key with the scope \`${scope}\`.`] : []
  return [...roles, ...needed, ...most].join(' ')
}

const isNamed = (schema: z.ZodType) => schema.meta()?.id !== undefined

/** For an answer whose schema has no name to have an example under; of a list, one item. */
function exampleOfAnswer(response: AnyEndpoint['response']): unknown {
  if (isNamed(response)) return undefined
  if (response instanceof z.ZodArray) return exampleOf(response)
  if (!(response instanceof z.ZodObject)) return undefined
  const example: Record<string, unknown> = exampleOf(response)
  const { items } = example
  if (!('currentPage' in response.shape) || !Array.isArray(items)) return example
  return { ...example, ...toPage(items, items.length, { page: 1, limit: defaultPageSize }) }
}

function answerOf(endpoint: AnyEndpoint) {
  const { response } = endpoint
  if (!response) return undefined
  const example = exampleOfAnswer(response)
  const said = { schema: response, ...(example !== undefined && { example }) }
  return { content: Object.fromEntries(mediaTypesOf(endpoint).map((type) => [type, said])) }
}

const securityOf = ({ access }: AnyEndpoint): Record<string, string[]>[] =>
  access === 'ANYONE' ? [] : access === 'API_KEY' ? [{ apiKey: [] }, { apiKeyHeader: [] }] : [{ accessToken: [] }]

function operationOf(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { status = 200 } = endpoint
  const description = descriptionOf(endpoint)
  return {
    operationId: endpointNames.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    summary: endpoint.summary,
    ...(description && { description }),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
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
        ...(isLimited(endpoint) && { headers: limitHeadersOf(endpoint) }),
        ...answerOf(endpoint),
      },
      ...errorResponsesOf(endpoint),
    },
  }
}

const securitySchemes = {
  accessToken: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'What a person gets for signing in',
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
    description: 'The same key, where a program cannot set `Authorization`',
  },
}

/** Answers may have more fields one day, and whoever reads them by this document is not to stumble over that. */
const openToMore: ZodOpenApiOverride = ({ io, zodSchema, jsonSchema }) => {
  if (io === 'output' && zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall)
    delete jsonSchema.additionalProperties
}

/** Any whole number carries the bounds of exact ones in JavaScript, which tell a reader nothing. */
const withoutSafeBounds: ZodOpenApiOverride = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const withExample: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  if (zodSchema instanceof z.ZodType && isNamed(zodSchema)) jsonSchema.example = exampleOf(zodSchema)
}

export function openApiDocument(endpoints: readonly AnyEndpoint[], serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: { title: 'Dooryard', version: '1.0.0', description: about },
    servers: [{ url: serverUrl }],
    security: [{ accessToken: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    components: { securitySchemes },
    paths,
    webhooks: webhookOperations,
  }
  return createDocument(document, {
    override: (context) => {
      openToMore(context)
      withoutSafeBounds(context)
      withExample(context)
    },
  })
}
