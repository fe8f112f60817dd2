import { afterAll, expect, test } from 'vitest'
import { notes } from '../notes.fixture.ts'
import { startNotesServer } from '../notes-server.fixture.ts'

const { url, nobody, close } = await startNotesServer()
afterAll(close)

const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url + notes.hear.path, { method: 'POST', body, headers })

test('a signed body arrives as it was sent, with its signature', async () => {
  const text = '{ "b": 1,\r\n\t"a": 1.0, "é": "\\u00e9 👩‍👩‍👧" } '
  const reply = await nobody.call(notes.hear, { body: text, headers: { 'X-Signature': 't=1,v1=abc' } })
  expect(reply).toMatchObject({ status: 200, body: { text, signature: 't=1,v1=abc' } })
})

test.each(['text/plain', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'nonsense', ''])(
  'any content type is accepted: "%s"',
  async (type) => {
    const reply = await send(new TextEncoder().encode('not { json'), type ? { 'content-type': type } : {})
    expect(await reply.json()).toEqual({ text: 'not { json' })
  },
)

test('a signed body larger than any other body is refused', async () => {
  expect((await send('x'.repeat(1024 * 1024 + 1))).status).toBe(413)
  expect((await send('x'.repeat(1024 * 1024))).status).toBe(200)
})
