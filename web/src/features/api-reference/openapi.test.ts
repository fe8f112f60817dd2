import { expect, test } from 'vitest'
import {
  formatExample,
  formatType,
  groupKeyCalls,
  listConstraints,
  listEvents,
  type OpenApiDocument,
  type Operation,
  spendsCredits,
} from './openapi.ts'

const answer = { description: 'Done' }

const operation = (operationId: string, tag: string, more: Partial<Operation> = {}): Operation => ({
  ...{ operationId, tags: [tag], summary: operationId, responses: { 200: answer } },
  ...more,
})

const byKey = { security: [{ apiKey: [] }] }
const byToken = { security: [{ accessToken: [] }] }

const order = { type: 'object', example: { quantity: 5 } }

const whole: OpenApiDocument = {
  components: { schemas: { Order: order } },
  tags: [{ name: 'Orders', description: 'What you buy' }, { name: 'Users' }],
  paths: {
    '/v1/orders': {
      get: operation('list', 'Orders', { security: [{ accessToken: [] }, { apiKey: [] }] }),
      post: operation('place', 'Orders', { ...byKey, responses: { 201: answer, 402: answer } }),
      delete: operation('deleteAll', 'Orders', byToken),
    },
    '/v1/users': { get: operation('users', 'Users', byToken) },
    '/v1/health': { get: operation('health', 'Health') },
  },
  webhooks: { 'order.completed': { post: operation('completed', 'Events') } },
}

const groups = groupKeyCalls(whole)

test('every call that a key opens is shown in its group, and no other call or group', () => {
  expect(groups).toMatchObject([{ name: 'Orders', description: 'What you buy' }])
  expect(groups[0]?.calls.map(({ method, path }) => [method, path])).toEqual([
    ['get', '/v1/orders'],
    ['post', '/v1/orders'],
  ])
})

test('every event is shown by its name', () => {
  expect(listEvents(whole)).toMatchObject([{ operationId: 'completed', method: 'post', path: 'order.completed' }])
})

test('a call that can be refused for too few credits spends them', () => {
  expect(groups[0]?.calls.map(spendsCredits)).toEqual([false, true])
})

test('an example is that of the call, or else that of the schema it refers to', () => {
  const schema = { $ref: '#/components/schemas/Order' }
  const { schemas } = whole.components
  expect(formatExample({ 'application/json': { schema } }, schemas)).toBe('{\n  "quantity": 5\n}')
  expect(formatExample({ 'application/json': { schema, example: [] } }, schemas)).toBe('[]')
  expect(formatExample(undefined, schemas)).toBe('')
})

test('a schema says what it is and what it is held to', () => {
  expect(formatType({ $ref: '#/components/schemas/Order' })).toBe('Order')
  expect(formatType({ type: 'array', items: { type: 'string', format: 'date' } })).toBe('array<string<date>>')
  const position = { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] }
  expect(formatType({ type: 'array', items: position })).toBe('array<[number, number]>')
  expect(formatType({ anyOf: [{ type: ['integer', 'null'] }, { type: 'string' }] })).toBe('integer | null | string')
  expect(listConstraints({ type: 'integer', minimum: 1, maximum: 9, default: 3 })).toEqual(['≥ 1', '≤ 9', 'default 3'])
  expect(listConstraints({ type: 'array', items: { enum: ['A', 'B'] } })).toEqual(['one of A, B'])
})
