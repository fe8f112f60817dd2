import { expect, test } from 'vitest'
import {
  formatExample,
  formatType,
  groupApiKeyCalls,
  listConstraints,
  listEvents,
  type OpenApiDocument,
  type Operation,
  spendsCredits,
} from './openapi.ts'

const response = { description: 'Done' }

const buildOperation = (operationId: string, tag: string, more: Partial<Operation> = {}): Operation => ({
  ...{ operationId, tags: [tag], summary: operationId, responses: { 200: response } },
  ...more,
})

const apiKeyAuth = { security: [{ apiKey: [] }] }
const tokenAuth = { security: [{ accessToken: [] }] }

const order = { type: 'object', example: { quantity: 5 } }

const openApi: OpenApiDocument = {
  components: { schemas: { Order: order } },
  tags: [{ name: 'Orders', description: 'What you buy' }, { name: 'Users' }],
  paths: {
    '/v1/orders': {
      get: buildOperation('list', 'Orders', { security: [{ accessToken: [] }, { apiKey: [] }] }),
      post: buildOperation('place', 'Orders', { ...apiKeyAuth, responses: { 201: response, 402: response } }),
      delete: buildOperation('deleteAll', 'Orders', tokenAuth),
    },
    '/v1/users': { get: buildOperation('users', 'Users', tokenAuth) },
    '/v1/health': { get: buildOperation('health', 'Health') },
  },
  webhooks: { 'order.completed': { post: buildOperation('completed', 'Events') } },
}

const groups = groupApiKeyCalls(openApi)

test('every call that accepts an API key is listed in its group, and no other call or group', () => {
  expect(groups).toMatchObject([{ name: 'Orders', description: 'What you buy' }])
  expect(groups[0]?.calls.map(({ method, path }) => [method, path])).toEqual([
    ['get', '/v1/orders'],
    ['post', '/v1/orders'],
  ])
})

test('every event is listed by its name', () => {
  expect(listEvents(openApi)).toMatchObject([{ operationId: 'completed', method: 'post', path: 'order.completed' }])
})

test('a call that can be refused for too few credits spends them', () => {
  expect(groups[0]?.calls.map(spendsCredits)).toEqual([false, true])
})

test('an example is taken from the call, or else from the referenced schema', () => {
  const schema = { $ref: '#/components/schemas/Order' }
  const { schemas } = openApi.components
  expect(formatExample({ 'application/json': { schema } }, schemas)).toBe('{\n  "quantity": 5\n}')
  expect(formatExample({ 'application/json': { schema, example: [] } }, schemas)).toBe('[]')
  expect(formatExample(undefined, schemas)).toBe('')
})

test('a schema shows its type and its constraints', () => {
  expect(formatType({ $ref: '#/components/schemas/Order' })).toBe('Order')
  expect(formatType({ type: 'array', items: { type: 'string', format: 'date' } })).toBe('array<string<date>>')
  const position = { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] }
  expect(formatType({ type: 'array', items: position })).toBe('array<[number, number]>')
  expect(formatType({ anyOf: [{ type: ['integer', 'null'] }, { type: 'string' }] })).toBe('integer | null | string')
  expect(listConstraints({ type: 'integer', minimum: 1, maximum: 9, default: 3 })).toEqual(['≥ 1', '≤ 9', 'default 3'])
  expect(listConstraints({ type: 'array', items: { enum: ['A', 'B'] } })).toEqual(['one of A, B'])
})
