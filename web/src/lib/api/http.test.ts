import { afterEach, expect, test, vi } from 'vitest'
import { fetchJson } from './http.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (status: number, text: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(status === 204 ? null : text, { status })))

test('an answer in 2xx that is not JSON is a network error, an empty one is none', async () => {
  answer(200, '<title>Sign in to this network</title>')
  await expect(fetchJson('/v1/about', {})).rejects.toMatchObject({ name: 'NetworkError', message: 'network error' })
  answer(204, '')
  expect(await fetchJson('/v1/about', {})).toBeUndefined()
})

test.each([
  ['{"message":"Not today"}', 'Not today'],
  ['{}', 'Something went wrong'],
  ['<title>Bad gateway</title>', 'Something went wrong'],
  ['', 'Something went wrong'],
])('the message of an answer outside 2xx with the body %s is: %s', async (text, message) => {
  answer(502, text)
  await expect(fetchJson('/v1/about', {})).rejects.toMatchObject({ status: 502, message })
})
