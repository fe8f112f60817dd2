import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiCall } from './openapi.ts'
import { buildRequest, formatCurl, sendRequest } from './request.ts'

beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'https://portal.example.com' } })
})

const change: ApiCall = {
  ...{ operationId: 'change', method: 'patch', path: '/v1/orders/{id}', summary: '', tags: [], responses: {} },
  parameters: [
    { name: 'id', in: 'path', schema: {} },
    { name: 'page', in: 'query', schema: {} },
    { name: 'status', in: 'query', schema: {} },
    { name: 'Idempotency-Key', in: 'header', schema: {} },
  ],
  requestBody: { content: {} },
}

const draft = {
  values: { id: 'a/b', page: '2', status: '', 'Idempotency-Key': 'once' },
  body: '{ "name": "Erin\'s" }',
}

test('a request goes to the origin of the page with the given values only', () => {
  expect(buildRequest(change, draft, 'dyk_1')).toEqual({
    method: 'PATCH',
    url: 'https://portal.example.com/v1/orders/a%2Fb?page=2',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'once',
      Authorization: 'Bearer dyk_1',
    },
    body: draft.body,
  })
})

test('without a key and a body, neither is sent', () => {
  const { requestBody, ...list } = change
  const request = buildRequest(list, draft, '')
  expect(request).not.toHaveProperty('body')
  expect(Object.keys(request.headers)).toEqual(['Accept', 'Idempotency-Key'])
})

test('the curl command makes the same request without revealing the key', () => {
  const command = formatCurl(buildRequest(change, draft, 'dyk_1'))
  expect(command).toContain("-H 'Authorization: Bearer YOUR_API_KEY'")
  expect(command).toContain(`-d '{ "name": "Erin'\\''s" }'`)
  expect(command).not.toContain('dyk_1')
})

test('an invalid header is reported as such, not as a lost connection', async () => {
  const request = buildRequest(change, { ...draft, values: { ...draft.values, 'Idempotency-Key': 'ключ' } }, 'dyk_1')
  await expect(sendRequest(request)).rejects.toThrow('a character that cannot be sent in a header')
})
