import type { ErrorBody } from '@dooryard/contract/errors'
import { afterAll, expect, test } from 'vitest'
import { replyOf } from '../../test/requests.ts'
import { notes } from './notes.fixture.ts'
import { maxNoteFileBytes, notesServer } from './notes-server.fixture.ts'

const { url, signIn, close } = await notesServer()
afterAll(close)

const writer = await signIn()
const reader = await signIn('CONSUMER_USER')

/** Sends a body that the typed caller would not. */
async function measure(body: RequestInit['body'], headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/v1/measure`, {
    method: 'POST',
    body: body ?? null,
    headers: { authorization: `Bearer ${writer.token}`, 'content-type': 'application/octet-stream', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' as const }),
  })
  return replyOf<ErrorBody>(reply)
}

test('a file is taken though it is larger than any JSON may be', async () => {
  const file = new Blob([new Uint8Array(2_000_000)])
  expect((await writer.call(notes.measure, { body: file })).body).toEqual({ bytes: 2_000_000 })
  expect(await measure(null)).toMatchObject({ status: 200, body: { bytes: 0 } })
})

test('a file is refused in words when it is too large, whether it says so or not', async () => {
  const refusal = { status: 413, body: { code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('4 MB') } }
  const large = new Uint8Array(maxNoteFileBytes + 1)
  expect(await measure(large)).toMatchObject(refusal)
  expect(await measure(new Blob([large]).stream())).toMatchObject(refusal)
})

test('a file must say that it is one', async () => {
  expect(await measure('{}', { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
})

test('a file is taken of those only who may send it', async () => {
  expect(await reader.call(notes.measure, { body: new Blob(['x']) })).toMatchObject({ status: 403 })
})
