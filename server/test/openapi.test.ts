import { allEndpoints, endpointNames } from '@dooryard/contract/all'
import { dataClasses } from '@dooryard/contract/api/data-classes'
import { FileBody, FormFile, SignedPayload } from '@dooryard/contract/api/endpoint'
import { ErrorBody, statusByErrorCode } from '@dooryard/contract/api/errors'
import { maxPageSize } from '@dooryard/contract/api/limits'
import {
  buildWebhookBodySchema,
  webhookEventTypes,
  webhookVersion,
} from '@dooryard/contract/integrations/webhook-events'
import { describe, expect, test } from 'vitest'
import { createApp } from '../platform/http/app.ts'
import { createLog } from '../platform/log.ts'

type Operation = {
  summary: string
  tags: string[]
  operationId: string
  description?: string
  security: Record<string, unknown>[]
  parameters?: { in: string; name: string; required?: boolean; schema: unknown }[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown; example?: unknown }> }
  responses: Record<
    string,
    {
      description: string
      content?: Record<string, { schema: unknown; example?: unknown; examples?: Record<string, { value: unknown }> }>
    }
  >
}
type Document = {
  openapi: string
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { example?: unknown }>; securitySchemes: Record<string, unknown> }
}

const app = createApp({
  log: createLog('silent'),
  publicUrl: 'https://portal.example.com',
  state: () => 'ready',
  checkStores: async () => true,
})
const reply = await app.request('/v1/openapi.json')
// The tests below make this cast true.
const document = (await reply.json()) as Document
const { schemas } = document.components

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const operationByName = new Map(operations.map(({ name, operation }) => [name, operation]))

const mediaTypes = new Map<unknown, string>([
  [FileBody, 'application/octet-stream'],
  [FormFile, 'multipart/form-data'],
  [SignedPayload, '*/*'],
])

/** Returns every object inside a value, including itself. */
function collectObjects(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(collectObjects)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

describe('the OpenAPI document', () => {
  test('is served to anyone, and names the portal it belongs to', () => {
    expect(reply.status).toBe(200)
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Dooryard', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      servers: [{ url: 'https://portal.example.com' }],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'http', scheme: 'bearer' },
          apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
    })
  })

  test('shows an example of every request body', () => {
    const without = allEndpoints
      .filter(({ body }) => body && !mediaTypes.has(body) && !body.meta()?.example)
      .map(({ path }) => path)
    expect(without).toEqual([])
  })

  test('has every call of the contract, and no other', () => {
    const calls = allEndpoints.map(({ method, path }) => `${method} ${path}`)
    expect([...operationByName.keys()].toSorted()).toEqual(calls.toSorted())
  })

  test('refers to nothing that it does not define, and defines nothing unused', () => {
    const references = new Set(collectObjects(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])))
    expect([...references].toSorted()).toEqual(
      Object.keys(schemas)
        .map((name) => `#/components/schemas/${name}`)
        .toSorted(),
    )
  })

  test('has an example for every schema it names', () => {
    const without = Object.keys(schemas).filter((name) => schemas[name]?.example === undefined)
    expect(without).toEqual([])
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Error', 'Order', 'Campaign', 'Property', 'Criteria']))
  })

  test('states the data class of each field, and explains the classes', () => {
    expect(schemas).toMatchObject({
      User: { properties: { email: { 'x-data-class': ['personal'] } } },
      Contact: { properties: { value: { 'x-data-class': ['contact'] }, scrub: { 'x-data-class': ['contact'] } } },
      Lead: { properties: { ownerName: { 'x-data-class': ['public-record'] } } },
      Money: { properties: { amount: { 'x-data-class': ['money'] } } },
    })
    const used = new Set(collectObjects(document).flatMap((schema) => schema['x-data-class'] ?? []))
    expect([...used].toSorted()).toEqual(Object.keys(dataClasses).toSorted())
    for (const name of used) expect(document.info.description).toContain(`\`${name}\``)
  })

  test('bounds integers where the contract does, and nowhere else', () => {
    const bounds = collectObjects(document).flatMap(({ type, minimum, maximum }) =>
      type === 'integer' ? [minimum, maximum] : [],
    )
    expect(bounds).toEqual(expect.arrayContaining([1, maxPageSize]))
    expect(bounds).not.toContain(Number.MIN_SAFE_INTEGER)
    expect(bounds).not.toContain(Number.MAX_SAFE_INTEGER)
  })

  test('marks exactly these bodies as optional', () => {
    const optional = operations.filter(({ operation: { requestBody } }) => requestBody && !requestBody.required)
    expect(optional.map(({ name }) => name)).toEqual([
      'PATCH /v1/auth/private/me',
      'POST /v1/auth/private/connected-accounts/{provider}/start',
      'POST /v1/auth/private/passkeys/options',
      'PATCH /v1/notifications/settings',
      'PATCH /v1/admin/users/{id}',
      'PATCH /v1/admin/users/{id}/notes/{noteId}',
      'PATCH /v1/admin/credit-settings/{id}',
      'POST /v1/billing/cancel-subscription',
      'POST /v1/billing/transaction-history',
      'PATCH /v1/coupons/{id}',
      'POST /v1/coupons/{id}/active',
      'PATCH /v1/admin/plans/{id}',
      'PATCH /v1/admin/packs/{id}',
      'PATCH /v1/enterprise-private/campaigns/{campaignId}',
      'PATCH /v1/enterprise-private/campaigns/{campaignId}/results/{id}',
      'PATCH /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}',
      'PATCH /v1/order-private/{id}',
      'PATCH /v1/export-presets/{id}',
      'PATCH /v1/recurring-orders/{id}',
      'POST /v1/properties/{id}/valuation',
      'POST /v1/admin/county-setups',
      'PATCH /v1/save-search/{id}',
      'PATCH /v1/enterprise/orders/{id}',
      'PATCH /v1/webhooks/{id}',
      'POST /v1/webhooks/{id}/test',
      'POST /v1/admin/credit-settings/{id}/effect',
    ])
  })

  test('names every call and every event uniquely', () => {
    const webhookOperations = Object.values(document.webhooks).flatMap((item) => Object.values(item))
    const ids = [...operations.map(({ operation }) => operation), ...webhookOperations].map(
      ({ operationId }) => operationId,
    )
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z]+(\.\w+)+$/)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['enterprise.place', 'orders.place', 'events.order.completed']))
  })

  test('describes each group of calls', () => {
    const used = new Set([...allEndpoints.map(({ tag }) => tag), 'Events'])
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
    for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].*[^.]$/)
  })

  test('shows an example of every page of a list', () => {
    const lists = operations.flatMap(({ name, operation }) => {
      const { schema, example } = operation.responses['200']?.content?.['application/json'] ?? {}
      return collectObjects(schema).some((part) => 'totalPages' in part) ? [{ name, example }] : []
    })
    expect(lists.length).toBeGreaterThan(20)
    const without = lists.filter(({ example }) => !example).map(({ name }) => name)
    expect(without).toEqual([])
  })
})

describe.each(webhookEventTypes.terms.map(({ value, description }) => [value, description] as const))(
  'the document says of the event %s',
  (type, description) => {
    const operation = document.webhooks[type]?.['post']
    const { schema, example } = operation?.requestBody?.content['application/json'] ?? {}

    test('when it is sent, with which headers, and which response is expected', () => {
      expect(operation).toMatchObject({ description, security: [], requestBody: { required: true } })
      expect(operation?.parameters?.map(({ name, in: where, required }) => ({ name, where, required }))).toEqual(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          ...{ name, where: 'header', required: true },
        })),
      )
      expect(Object.keys(operation?.responses ?? {}).toSorted()).toEqual(['2XX', '410', 'default'])
    })

    test('its content, with a valid example', () => {
      expect(schema).toMatchObject({ properties: { type: { const: type }, version: { const: webhookVersion } } })
      expect(buildWebhookBodySchema(type).parse(example)).toEqual(example)
    })
  },
)

describe.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'the document says of %s',
  (name, endpoint) => {
    const operation = operationByName.get(name)
    if (!operation) throw new Error(`${name} is not in the document`)
    const parameters = operation.parameters ?? []

    test('its purpose and its input', () => {
      expect(operation).toMatchObject({
        ...{ summary: endpoint.summary, tags: [endpoint.tag], operationId: endpointNames.get(endpoint) },
      })
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map((parameter) => parameter.name).toSorted()).toEqual(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).toSorted(),
      )
      for (const parameter of inPath) expect(parameter.required).toBe(true)
      const inQuery = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)
      expect(inQuery.toSorted()).toEqual(Object.keys(endpoint.query?.shape ?? {}).toSorted())
      for (const parameter of parameters) expect(parameter.schema).toBeTypeOf('object')
      expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined)
      const bodyType = mediaTypes.get(endpoint.body) ?? 'application/json'
      if (operation.requestBody) expect(operation.requestBody.content[bodyType]?.schema).toBeTypeOf('object')
      expect(parameters.some((parameter) => parameter.name === 'Idempotency-Key')).toBe(
        endpoint.idempotent !== undefined,
      )
    })

    test('who may call it, and what it returns', () => {
      const byKey = endpoint.access === 'API_KEY' ? ['apiKey', 'apiKeyHeader'] : ['accessToken']
      const ways = endpoint.access === 'ANYONE' ? [] : byKey
      expect(operation.security).toEqual(ways.map((way) => ({ [way]: [] })))
      if (endpoint.scope) expect(operation.description).toContain(`\`${endpoint.scope}\``)
      const answer = operation.responses[String(endpoint.status ?? 200)]
      expect(Object.keys(answer?.content ?? {})).toHaveLength(
        endpoint.response ? [endpoint.mediaType].flat().length : 0,
      )
    })

    test('every error it can return, in the one shape', () => {
      const codes = [
        'VALIDATION',
        'INTERNAL',
        'UNAVAILABLE',
        ...(endpoint.access === 'ANYONE' ? [] : ['NOT_AUTHENTICATED', 'RATE_LIMITED']),
        ...(endpoint.limits ? ['RATE_LIMITED'] : []),
        ...(Array.isArray(endpoint.access) || endpoint.scope || endpoint.refusedWhileImpersonating
          ? ['FORBIDDEN']
          : []),
        ...(['ANYONE', 'API_KEY'].includes(String(endpoint.access)) || endpoint.beforeSecondFactor
          ? []
          : ['SECOND_FACTOR_SETUP_REQUIRED']),
        ...(endpoint.stepUp ? ['STEP_UP_REQUIRED'] : []),
        ...(endpoint.params ? ['NOT_FOUND'] : []),
        ...(endpoint.body ? ['PAYLOAD_TOO_LARGE'] : []),
        ...(endpoint.body && endpoint.body !== SignedPayload ? ['UNSUPPORTED_MEDIA_TYPE'] : []),
        ...(endpoint.idempotent ? ['CONFLICT'] : []),
        ...(endpoint.errors ?? []),
      ] as (keyof typeof statusByErrorCode)[]
      const refusals = Object.keys(operation.responses).filter((status) => Number(status) >= 400)
      expect(refusals).toEqual([...new Set(codes.map((code) => String(statusByErrorCode[code])))].toSorted())
      for (const status of refusals) {
        const content = operation.responses[status]?.content?.['application/json']
        expect(content?.schema).toEqual({ $ref: `#/components/schemas/${ErrorBody.meta()?.['id']}` })
        const examples = Object.values(content?.examples ?? { only: { value: content?.example } })
        const described = examples.map(({ value }) => ErrorBody.parse(value).code)
        const expected = codes.filter((code) => String(statusByErrorCode[code]) === status)
        expect(described.toSorted()).toEqual([...new Set(expected)].toSorted())
      }
    })
  },
)
