import { expect, test } from 'vitest'
import { type Operation, openToKeys, placesIn, type ReferenceDocument, spendsCredits } from './reference-document.ts'

const operation = (operationId: string, tag: string, more: Partial<Operation> = {}): Operation => ({
  ...{ operationId, tags: [tag], summary: operationId, responses: { 200: {} } },
  ...more,
})

const byKey = { security: [{ apiKey: [] }] }
const byToken = { security: [{ accessToken: [] }] }

const whole: ReferenceDocument = {
  components: { securitySchemes: { apiKey: {}, accessToken: {} }, schemas: { Order: {} } },
  servers: [{ url: 'https://elsewhere.example.com' }],
  security: [],
  tags: [{ name: 'Orders', description: 'What you buy' }, { name: 'Users' }],
  paths: {
    '/v1/orders': {
      get: operation('list', 'Orders', { security: [{ accessToken: [] }, { apiKey: [] }] }),
      post: operation('place', 'Orders', { ...byKey, responses: { 201: {}, 402: {} } }),
      delete: operation('deleteAll', 'Orders', byToken),
    },
    '/v1/users': { get: operation('users', 'Users', byToken) },
    '/v1/health': { get: operation('health', 'Health') },
  },
  webhooks: { 'order.completed': { post: operation('completed', 'Events') } },
}

const shown = openToKeys(whole, 'https://portal.example.com')

test('every call that a key opens is shown, and no other', () => {
  const methods = Object.entries(shown.paths).map(([path, item]) => [path, Object.keys(item)])
  expect(methods).toEqual([['/v1/orders', ['get', 'post']]])
  expect(shown.tags).toEqual([{ name: 'Orders', description: 'What you buy' }])
})

test('calls are sent to where the page came from, and ask for no key of their own', () => {
  expect(shown.servers).toEqual([{ url: 'https://portal.example.com' }])
  expect(JSON.stringify(shown)).not.toMatch(/"security"|accessToken|apiKey/)
  expect(shown.components.schemas).toEqual(whole.components.schemas)
})

test('every call and every event has its place', () => {
  expect(placesIn(shown)).toEqual([
    { under: 'Orders', id: 'list' },
    { under: 'Orders', id: 'place' },
    { under: 'webhooks', id: 'completed' },
  ])
})

test('a call that can be refused for too few credits spends them', () => {
  expect(spendsCredits(shown, '/v1/orders', 'post')).toBe(true)
  expect(spendsCredits(shown, '/v1/orders', 'get')).toBe(false)
  expect(spendsCredits(shown, '/v1/unknown', 'post')).toBe(false)
})
