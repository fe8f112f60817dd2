import type { ErrorBody } from '@dooryard/contract/api/errors'
import { Context } from 'hono'
import { afterAll, expect, test, vi } from 'vitest'
import { readReply } from '../../../test/requests.ts'
import { notes } from '../notes.fixture.ts'
import { maxNoteFileBytes, startNotesServer } from '../notes-server.fixture.ts'
import { readUpload } from './upload.ts'

const { url, signIn, close } = await startNotesServer()
afterAll(close)

const writer = await signIn()
const reader = await signIn('CONSUMER_USER')

/** Sends a body that the typed client cannot send. */
async function uploadAndMeasure(body: RequestInit['body'], headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/v1/measure`, {
    method: 'POST',
    body: body ?? null,
    headers: { authorization: `Bearer ${writer.token}`, 'content-type': 'application/octet-stream', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' as const }),
  })
  return readReply<ErrorBody>(reply)
}

test('a file is accepted though it is larger than any JSON may be', async () => {
  const file = new Blob([new Uint8Array(2_000_000)])
  expect((await writer.call(notes.measure, { body: file })).body).toEqual({ bytes: 2_000_000 })
  expect(await uploadAndMeasure(null)).toMatchObject({ status: 200, body: { bytes: 0 } })
})

test('a file that is too large is refused with a message, whether its size is declared or not', async () => {
  const refusal = { status: 413, body: { code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('4 MB') } }
  const large = new Uint8Array(maxNoteFileBytes + 1)
  expect(await uploadAndMeasure(large)).toMatchObject(refusal)
  expect(await uploadAndMeasure(new Blob([large]).stream())).toMatchObject(refusal)
})

test.each([
  ['sends no more', false],
  ['sends for ever', true],
])('a client that %s after its file was refused is waited for five seconds', async (_, isEndless) => {
  vi.useFakeTimers()
  try {
    let isClosed = false
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new Uint8Array(20)),
      pull: (stream) => {
        setTimeout(() => isEndless && !isClosed && stream.enqueue(new Uint8Array(1)), 1_000)
      },
      cancel: () => {
        isClosed = true
      },
    })
    const headers = { 'content-type': 'application/octet-stream' }
    const request = new Request('http://portal.example.test', { method: 'POST', headers, body, duplex: 'half' })
    await expect(Array.fromAsync(readUpload(new Context(request), 10))).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    })
    await vi.advanceTimersByTimeAsync(4_900)
    expect(isClosed).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(isClosed).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('an upload must have the content type of a file', async () => {
  expect(await uploadAndMeasure('{}', { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
})

test('a file is accepted only from callers who may send it', async () => {
  expect(await reader.call(notes.measure, { body: new Blob(['x']) })).toMatchObject({ status: 403 })
})
