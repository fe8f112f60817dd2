import { allEndpoints } from '@dooryard/contract/all'
import { FileBody, FormFile, SignedText } from '@dooryard/contract/endpoint'
import { ErrorBody, errorStatus } from '@dooryard/contract/errors'
import { describe, expect, test } from 'vitest'
import { createApp } from '../platform/http/app.ts'
import { createLog } from '../platform/log.ts'

type Operation = {
  summary: string
  tags: string[]
  operationId?: string
  security: Record<string, unknown>[]
  parameters?: { in: string; name: string; required?: boolean; schema: unknown }[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}
type Document = {
  openapi: string
  info: object
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { example?: unknown }>; securitySchemes: Record<string, unknown> }
}

const app = createApp({
  log: createLog('silent'),
  publicUrl: 'https://portal.example.com',
  state: () => 'ready',
  storesAnswer: async () => true,
})
const reply = await app.request('/v1/openapi.json')
// The tests below are what makes this true.
const document = (await reply.json()) as Document
const { schemas } = document.components

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const operationOf = new Map(operations.map(({ name, operation }) => [name, operation]))

const mediaTypes = new Map<unknown, string>([
  [FileBody, 'application/octet-stream'],
  [FormFile, 'multipart/form-data'],
  [SignedText, '*/*'],
])

/** Every object inside a value, itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

describe('the OpenAPI document', () => {
  test('is served to anyone, and names the portal it belongs to', () => {
    expect(reply.status).toBe(200)
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Dooryard', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      servers: [{ url: 'https://portal.example.com' }],
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
    })
  })

  test('shows an example of every body that is sent', () => {
    const without = allEndpoints
      .filter(({ body }) => body && !mediaTypes.has(body) && !body.meta()?.example)
      .map(({ path }) => path)
    expect(without).toEqual([])
  })

  test('has every call of the contract, and no other', () => {
    const calls = allEndpoints.map(({ method, path }) => `${method} ${path}`)
    expect([...operationOf.keys()].toSorted()).toEqual(calls.toSorted())
  })

  test('refers to nothing that it does not define, and defines nothing that it does not refer to', () => {
    const references = new Set(objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])))
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

  test('lets the body of these calls be left out, and of no others', () => {
    const optional = operations.filter(({ operation: { requestBody } }) => requestBody && !requestBody.required)
    expect(optional.map(({ name }) => name)).toEqual([
      'PATCH /v1/auth/private/me',
      'PATCH /v1/admin/credit-settings/{id}',
      'POST /v1/billing/cancel-subscription',
      'POST /v1/billing/transaction-history',
      'PATCH /v1/coupons/{id}',
      'POST /v1/coupons/{id}/active',
      'PATCH /v1/admin/plans/{id}',
      'PATCH /v1/admin/packs/{id}',
      'PATCH /v1/enterprise-private/campaigns/{campaignId}',
      'PATCH /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}',
      'PATCH /v1/order-private/{id}',
      'PATCH /v1/save-search/{id}',
    ])
  })

  test('gives no two calls the same operation id', () => {
    const ids = operations.flatMap(({ operation: { operationId } }) => operationId ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'the document says of %s',
  (name, endpoint) => {
    const operation = operationOf.get(name)
    if (!operation) throw new Error(`${name} is not in the document`)
    const parameters = operation.parameters ?? []

    test('what it is for and what it takes', () => {
      expect(operation).toMatchObject({ summary: endpoint.summary, tags: [endpoint.tag] })
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

    test('who may call it, and what it answers', () => {
      expect(operation.security).toEqual(endpoint.access === 'ANYONE' ? [] : [{ accessToken: [] }])
      const answer = operation.responses[String(endpoint.status ?? 200)]
      expect(Object.keys(answer?.content ?? {})).toHaveLength(endpoint.response ? 1 : 0)
    })

    test('every error it can give, in the one shape', () => {
      const codes = [
        'VALIDATION',
        'INTERNAL',
        'UNAVAILABLE',
        ...(endpoint.access === 'ANYONE' ? [] : ['NOT_AUTHENTICATED', 'RATE_LIMITED']),
        ...(endpoint.limits ? ['RATE_LIMITED'] : []),
        ...(Array.isArray(endpoint.access) || endpoint.refusedWhileImpersonating ? ['FORBIDDEN'] : []),
        ...(endpoint.params ? ['NOT_FOUND'] : []),
        ...(endpoint.body ? ['PAYLOAD_TOO_LARGE'] : []),
        ...(endpoint.body && endpoint.body !== SignedText ? ['UNSUPPORTED_MEDIA_TYPE'] : []),
        ...(endpoint.idempotent ? ['CONFLICT'] : []),
        ...(endpoint.errors ?? []),
      ] as (keyof typeof errorStatus)[]
      const refusals = Object.keys(operation.responses).filter((status) => Number(status) >= 400)
      expect(refusals).toEqual([...new Set(codes.map((code) => String(errorStatus[code])))].toSorted())
      for (const status of refusals)
        expect(operation.responses[status]?.content).toEqual({
          'application/json': { schema: { $ref: `#/components/schemas/${ErrorBody.meta()?.['id']}` } },
        })
    })
  },
)
