import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { notesServer } from './notes.fixture.ts'

const server = await notesServer({ bodyMs: 400 })
afterAll(server.close)

test('a request that never ends is answered in words, and its connection ends', async () => {
  const { token } = await server.signIn()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await new Promise<{ status: number | undefined; connection: string | undefined; text: string }>(
    (resolve, reject) => {
      const sending = request(`${server.url}/v1/notes`, { method: 'POST', headers }, async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('')
        resolve({ status: response.statusCode, connection: response.headers.connection, text })
      })
      sending.on('error', reject)
      sending.write('{"text": "to be')
    },
  )
  expect(reply).toMatchObject({ status: 400, connection: 'close' })
  expect(reply.text).toContain('The request took too long to arrive.')
})
