import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all.ts'
import { ErrorBody, statusByErrorCode } from './api/errors.ts'
import { getExample } from './api/examples.ts'
import { roles } from './api/roles.ts'

const formatEndpoint = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** All schemas inside a schema, including itself. */
function collectSchemas(schema: z.ZodType, seen = new Set<z.ZodType>()): Set<z.ZodType> {
  if (seen.has(schema)) return seen
  seen.add(schema)
  const parts = Object.values(schema.def).concat(schema instanceof z.ZodObject ? Object.values(schema.shape) : [])
  for (const part of parts.flat()) if (part instanceof z.ZodType) collectSchemas(part, seen)
  return seen
}

const roots = allEndpoints.flatMap(({ params, query, body, response }) => [params, query, body, response])
const schemas = new Set<z.ZodType>()
for (const root of [...roots, ErrorBody]) if (root) collectSchemas(root, schemas)
const namedSchemas = [...schemas].flatMap((schema) => {
  const { id, example } = schema.meta() ?? {}
  return id === undefined && example === undefined ? [] : [{ schema, id: String(id), example: getExample(schema) }]
})

test('no two endpoints share a method and path', () => {
  const names = allEndpoints.map((endpoint) => formatEndpoint(endpoint).replace(/\{\w+\}/g, '{}'))
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

test.each(allEndpoints.map((endpoint) => [formatEndpoint(endpoint), endpoint] as const))(
  '%s is fully declared',
  (_, endpoint) => {
    const { access, path, params, method, status, response, errors, idempotent } = endpoint
    const rule = Array.isArray(access) ? access : [access]
    expect(rule.length).toBeGreaterThan(0)
    for (const one of rule) expect(['ANYONE', 'SIGNED_IN', 'API_KEY', ...roles]).toContain(one)
    expect(endpoint.scope !== undefined).toBe(access === 'API_KEY')
    const namedSchemas = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {}).toSorted()).toEqual(namedSchemas.toSorted())
    expect(path).toMatch(/^\/v1\/[\w\-/{}]+$/)
    expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(response === undefined).toBe(status === 204)
    if (method === 'GET') expect([endpoint.body, idempotent]).toEqual([undefined, undefined])
    for (const code of errors ?? []) expect(statusByErrorCode).toHaveProperty(code)
  },
)

test('the public endpoints are exactly these', () => {
  expect(allEndpoints.filter(({ access }) => access === 'ANYONE').map(formatEndpoint)).toEqual([
    'GET /v1/about',
    'GET /v1/dev/outbox',
    'POST /v1/auth/public/register',
    'POST /v1/auth/public/register/verify-email',
    'POST /v1/auth/public/register/resend-verification',
    'POST /v1/auth/public/login',
    'POST /v1/auth/public/forgot-password',
    'POST /v1/auth/public/magic-link',
    'POST /v1/auth/public/magic-link/confirm',
    'POST /v1/auth/public/reset-password',
    'POST /v1/auth/public/refresh-token',
    'POST /v1/auth/public/oidc/{provider}/start',
    'POST /v1/auth/public/oidc/{provider}/finish',
    'POST /v1/auth/public/oidc/register',
    'POST /v1/auth/public/passkey-options',
    'POST /v1/auth/public/second-factor/passkey-options',
    'POST /v1/auth/public/passkey',
    'GET /v1/pictures/{picture}',
    'POST /v1/auth/public/second-factor',
    'GET /v1/credit-settings',
    'GET /v1/credit-settings/{id}',
    'POST /v1/payments/events',
    'GET /v1/sandbox/checkouts/{session}',
    'POST /v1/sandbox/checkouts/{session}/pay',
    'POST /v1/sandbox/checkouts/{session}/confirm',
    'GET /v1/dnc/keys',
    'GET /v1/files/{ticket}',
    'GET /v1/source-schema',
    'POST /v1/errors',
  ])
})

test('every public endpoint that changes or compares something has a rate limit', () => {
  const endpointsWithoutLimits = allEndpoints.filter(
    ({ access, method, limits }) => access === 'ANYONE' && method !== 'GET' && !limits,
  )
  expect(endpointsWithoutLimits.map(formatEndpoint)).toEqual([])
})

test('limits with the same name have the same key and maximum', () => {
  const byName = new Map<string, object>()
  for (const { limits = [] } of allEndpoints)
    for (const limit of limits) {
      expect(byName.get(limit.name) ?? limit).toEqual(limit)
      byName.set(limit.name, limit)
    }
  expect(byName.size).toBeGreaterThan(5)
})

test('an impersonating administrator cannot change credentials or move money, and may do everything else', () => {
  expect(allEndpoints.filter((endpoint) => endpoint.refusedWhileImpersonating).map(formatEndpoint)).toEqual([
    'DELETE /v1/auth/private/sessions/{sessionId}',
    'PATCH /v1/auth/private/update-password',
    'POST /v1/auth/private/logout-all',
    'POST /v1/auth/private/close-account',
    'POST /v1/auth/private/email-change',
    'POST /v1/auth/private/email-change/confirm',
    'POST /v1/auth/private/connected-accounts/{provider}/start',
    'POST /v1/auth/private/connected-accounts/{provider}/finish',
    'POST /v1/auth/private/connected-accounts',
    'DELETE /v1/auth/private/connected-accounts/{id}',
    'POST /v1/auth/private/passkeys/options',
    'POST /v1/auth/private/passkeys',
    'PATCH /v1/auth/private/passkeys/{passkeyId}',
    'DELETE /v1/auth/private/passkeys/{passkeyId}',
    'POST /v1/auth/private/step-up/passkey-options',
    'POST /v1/auth/private/step-up',
    'GET /v1/auth/private/second-factor',
    'POST /v1/auth/private/second-factor/totp',
    'POST /v1/auth/private/second-factor/totp/confirm',
    'DELETE /v1/auth/private/second-factor/totp',
    'POST /v1/auth/private/second-factor/recovery-codes',
    'DELETE /v1/auth/private/second-factor/devices/{deviceId}',
    'DELETE /v1/auth/private/second-factor/devices',
    'POST /v1/admin/impersonate/{id}',
    'POST /v1/billing/create-checkout-session',
    'POST /v1/billing/payment-method',
    'PUT /v1/billing/details',
    'DELETE /v1/billing/details',
    'POST /v1/billing/subscription/update',
    'POST /v1/billing/cancel-subscription',
    'PATCH /v1/billing/auto-top-up',
    'POST /v1/recurring-orders',
    'PATCH /v1/recurring-orders/{id}',
    'POST /v1/recurring-orders/{id}/resume',
    'POST /v1/recurring-orders/{id}/run',
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

test('the endpoints that need a second factor of the last ten minutes are exactly these', () => {
  expect(allEndpoints.filter(({ stepUp }) => stepUp).map(formatEndpoint)).toEqual([
    'PATCH /v1/auth/private/update-password',
    'POST /v1/auth/private/close-account',
    'POST /v1/auth/private/email-change',
    'POST /v1/auth/private/email-change/confirm',
    'POST /v1/auth/private/connected-accounts/{provider}/start',
    'POST /v1/auth/private/connected-accounts',
    'DELETE /v1/auth/private/connected-accounts/{id}',
    'POST /v1/auth/private/passkeys/options',
    'DELETE /v1/auth/private/passkeys/{passkeyId}',
    'POST /v1/auth/private/second-factor/totp',
    'POST /v1/auth/private/second-factor/totp/confirm',
    'DELETE /v1/auth/private/second-factor/totp',
    'POST /v1/auth/private/second-factor/recovery-codes',
    'POST /v1/admin/users',
    'PATCH /v1/admin/users/{id}',
    'POST /v1/admin/impersonate/{id}',
    'POST /v1/admin/users/{id}/email',
    'PATCH /v1/admin/second-factor-policies',
    'POST /v1/admin/users/{id}/reset-second-factor',
    'POST /v1/admin/credit-settings',
    'PATCH /v1/admin/credit-settings/{id}',
    'DELETE /v1/admin/credit-settings/{id}',
    'POST /v1/billing/create-checkout-session',
    'POST /v1/billing/payment-method',
    'POST /v1/billing/subscription/update',
    'POST /v1/billing/cancel-subscription',
    'PATCH /v1/billing/auto-top-up',
    'POST /v1/coupons',
    'PATCH /v1/coupons/{id}',
    'DELETE /v1/coupons/{id}',
    'POST /v1/coupons/{id}/active',
    'PUT /v1/admin/affiliates/{userId}/terms',
    'POST /v1/admin/affiliates/{userId}/payouts',
    'POST /v1/admin/affiliates/{userId}/payouts/{entryId}/reverse',
    'POST /v1/admin/billing/adjust-credits',
    'POST /v1/admin/billing/transactions/{transactionId}/refund',
    'POST /v1/admin/plans',
    'PATCH /v1/admin/plans/{id}',
    'POST /v1/admin/packs',
    'PATCH /v1/admin/packs/{id}',
    'POST /v1/api-keys',
    'PUT /v1/api-keys/{id}',
    'DELETE /v1/api-keys/{id}',
    'POST /v1/api-keys/{id}/regenerate',
    'POST /v1/webhooks',
    'PATCH /v1/webhooks/{id}',
    'GET /v1/webhooks/{id}/secret',
    'POST /v1/webhooks/{id}/regenerate-secret',
  ])
})

test('the endpoints open to a user who has yet to set up a required second factor are exactly these', () => {
  expect(allEndpoints.filter(({ beforeSecondFactor }) => beforeSecondFactor).map(formatEndpoint)).toEqual([
    'GET /v1/auth/private/me',
    'POST /v1/auth/private/logout',
    'POST /v1/auth/private/logout-all',
    'GET /v1/auth/private/passkeys',
    'POST /v1/auth/private/passkeys/options',
    'POST /v1/auth/private/passkeys',
    'PATCH /v1/auth/private/passkeys/{passkeyId}',
    'DELETE /v1/auth/private/passkeys/{passkeyId}',
    'POST /v1/auth/private/step-up/passkey-options',
    'POST /v1/auth/private/step-up',
    'GET /v1/auth/private/second-factor',
    'POST /v1/auth/private/second-factor/totp',
    'POST /v1/auth/private/second-factor/totp/confirm',
    'DELETE /v1/auth/private/second-factor/totp',
    'POST /v1/auth/private/second-factor/recovery-codes',
    'DELETE /v1/auth/private/second-factor/devices/{deviceId}',
    'DELETE /v1/auth/private/second-factor/devices',
  ])
})

test('the read-only POST endpoints are exactly these', () => {
  expect(allEndpoints.filter(({ reads }) => reads).map(formatEndpoint)).toEqual([
    'POST /v1/billing/price',
    'POST /v1/billing/transaction-history',
    'POST /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}/export/preview',
    'POST /v1/order-private/{id}/export/preview',
    'POST /v1/orders/quote',
    'POST /v1/orders/preview',
    'POST /v1/letter-templates/preview',
    'POST /v1/mailings/preview',
    'POST /v1/enterprise-private/dnc/check',
    'POST /v1/admin/dnc/check',
    'POST /v1/properties/search',
    'POST /v1/properties/count',
    'POST /v1/properties/{id}/valuation',
    'POST /v1/properties/map',
    'POST /v1/properties/map/sales',
    'POST /v1/buyers/search',
    'POST /v1/buyers/contacts',
    'POST /v1/buyers/matches',
    'POST /v1/admin/county-setups/{id}/preview',
    'POST /v1/admin/county-setups/{id}/uses',
    'POST /v1/property-lists/match',
    'POST /v1/property-lists/match/report',
    'POST /v1/enterprise/orders/count',
    'POST /v1/enterprise/orders/{id}/export/preview',
    'POST /v1/admin/credit-settings/{id}/effect',
  ])
})

test('the GET endpoints with side effects are exactly these', () => {
  expect(allEndpoints.filter(({ changes }) => changes).map(formatEndpoint)).toEqual([
    'GET /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}/refresh-dnc',
    'GET /v1/order-private/{id}/refresh-dnc',
  ])
})

test('a schema id is used once', () => {
  // A schema with an additional check has the example of the schema that it checks, and no id of its own.
  const names = namedSchemas.flatMap(({ schema, id }) => (schema.meta()?.['id'] === undefined ? [] : [id]))
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  expect(names).toEqual(expect.arrayContaining(['Error', 'Criteria', 'Order', 'Range']))
})

test.each(namedSchemas.map(({ id, schema, example }) => [id, schema, example] as const))(
  'the example of %s is valid and has no unknown fields',
  (_, schema, example) => {
    expect(example).toBeDefined()
    expect(schema.parse(example)).toEqual(example)
  },
)
