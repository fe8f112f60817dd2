import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all.ts'
import { ErrorBody, errorStatus } from './errors.ts'
import { exampleOf } from './examples.ts'
import { roles } from './roles.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Every schema inside a schema, itself included. */
function schemasIn(schema: z.ZodType, seen = new Set<z.ZodType>()): Set<z.ZodType> {
  if (seen.has(schema)) return seen
  seen.add(schema)
  const parts = Object.values(schema.def).concat(schema instanceof z.ZodObject ? Object.values(schema.shape) : [])
  for (const part of parts.flat()) if (part instanceof z.ZodType) schemasIn(part, seen)
  return seen
}

const roots = allEndpoints.flatMap(({ params, query, body, response }) => [params, query, body, response])
const schemas = new Set<z.ZodType>()
for (const root of [...roots, ErrorBody]) if (root) schemasIn(root, schemas)
const named = [...schemas].flatMap((schema) => {
  const { id, example } = schema.meta() ?? {}
  return id === undefined && example === undefined ? [] : [{ schema, id: String(id), example: exampleOf(schema) }]
})

test('no two endpoints answer to the same method and path', () => {
  const names = allEndpoints.map((endpoint) => nameOf(endpoint).replace(/\{\w+\}/g, '{}'))
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

test.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s is declared whole',
  (_, endpoint) => {
    const { access, path, params, method, status, response, errors, idempotent } = endpoint
    const rule = Array.isArray(access) ? access : [access]
    expect(rule.length).toBeGreaterThan(0)
    for (const one of rule) expect(['ANYONE', 'SIGNED_IN', 'API_KEY', ...roles]).toContain(one)
    expect(endpoint.scope !== undefined).toBe(access === 'API_KEY')
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {}).toSorted()).toEqual(named.toSorted())
    expect(path).toMatch(/^\/v1\/[\w\-/{}]+$/)
    expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(response === undefined).toBe(status === 204)
    if (method === 'GET') expect([endpoint.body, idempotent]).toEqual([undefined, undefined])
    for (const code of errors ?? []) expect(errorStatus).toHaveProperty(code)
  },
)

test('the calls open to anyone are these and no others', () => {
  expect(allEndpoints.filter(({ access }) => access === 'ANYONE').map(nameOf)).toEqual([
    'GET /v1/about',
    'GET /v1/dev/outbox',
    'POST /v1/auth/public/register',
    'POST /v1/auth/public/register/verify-email',
    'POST /v1/auth/public/register/resend-verification',
    'POST /v1/auth/public/login',
    'POST /v1/auth/public/forgot-password',
    'POST /v1/auth/public/reset-password',
    'POST /v1/auth/public/refresh-token',
    'GET /v1/pictures/{picture}',
    'GET /v1/credit-settings',
    'GET /v1/credit-settings/{id}',
    'POST /v1/payments/events',
    'GET /v1/sandbox/checkouts/{session}',
    'POST /v1/sandbox/checkouts/{session}/pay',
    'POST /v1/sandbox/checkouts/{session}/confirm',
    'GET /v1/dnc/keys',
    'GET /v1/files/{ticket}',
  ])
})

test('a call that anybody may make, and that changes or compares something, is limited', () => {
  const unlimited = allEndpoints.filter(
    ({ access, method, limits }) => access === 'ANYONE' && method !== 'GET' && !limits,
  )
  expect(unlimited.map(nameOf)).toEqual([])
})

test('limits of one name count the same thing up to the same number', () => {
  const byName = new Map<string, object>()
  for (const { limits = [] } of allEndpoints)
    for (const limit of limits) {
      expect(byName.get(limit.name) ?? limit).toEqual(limit)
      byName.set(limit.name, limit)
    }
  expect(byName.size).toBeGreaterThan(5)
})

test('who acts as a user may not change what lets them in nor move their money, and nothing else is closed to them', () => {
  expect(allEndpoints.filter((endpoint) => endpoint.refusedWhileImpersonating).map(nameOf)).toEqual([
    'DELETE /v1/auth/private/sessions/{sessionId}',
    'PATCH /v1/auth/private/update-password',
    'POST /v1/auth/private/logout-all',
    'POST /v1/auth/private/close-account',
    'POST /v1/admin/impersonate/{id}',
    'POST /v1/billing/create-checkout-session',
    'POST /v1/billing/payment-method',
    'POST /v1/billing/subscription/update',
    'POST /v1/billing/cancel-subscription',
    'PATCH /v1/billing/auto-top-up',
    'POST /v1/api-keys',
    'PUT /v1/api-keys/{id}',
    'DELETE /v1/api-keys/{id}',
    'POST /v1/api-keys/{id}/regenerate',
    'POST /v1/webhooks',
    'PATCH /v1/webhooks/{id}',
    'DELETE /v1/webhooks/{id}',
    'GET /v1/webhooks/{id}/secret',
    'POST /v1/webhooks/{id}/regenerate-secret',
  ])
})

test('a POST that merely reads is one of these', () => {
  expect(allEndpoints.filter(({ reads }) => reads).map(nameOf)).toEqual([
    'POST /v1/billing/price',
    'POST /v1/billing/transaction-history',
    'POST /v1/orders/quote',
    'POST /v1/enterprise-private/dnc/check',
    'POST /v1/admin/dnc/check',
    'POST /v1/properties/search',
    'POST /v1/properties/count',
    'POST /v1/properties/map',
    'POST /v1/buyers/search',
    'POST /v1/enterprise/orders/count',
    'POST /v1/admin/credit-settings/{id}/effect',
  ])
})

test('a GET that changes something is one of these', () => {
  expect(allEndpoints.filter(({ changes }) => changes).map(nameOf)).toEqual([
    'GET /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}/refresh-dnc',
    'GET /v1/order-private/{id}/refresh-dnc',
  ])
})

test('a schema with a name has that name alone', () => {
  // One with a further check has the example of the schema that it checks, and no name of its own.
  const names = named.flatMap(({ schema, id }) => (schema.meta()?.['id'] === undefined ? [] : [id]))
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  expect(names).toEqual(expect.arrayContaining(['Error', 'Criteria', 'Order', 'Range']))
})

test.each(named.map(({ id, schema, example }) => [id, schema, example] as const))(
  'the example of %s is one, with nothing that the schema does not know',
  (_, schema, example) => {
    expect(example).toBeDefined()
    expect(schema.parse(example)).toEqual(example)
  },
)
