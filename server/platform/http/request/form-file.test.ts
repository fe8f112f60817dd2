import { setImmediate } from 'node:timers/promises'
import { type ErrorBody, statusByErrorCode } from '@dooryard/contract/api/errors'
import { pictureLimits } from '@dooryard/contract/api/limits'
import { afterAll, expect, test } from 'vitest'
import { readReply } from '../../../test/requests.ts'
import { limitedEndpoints, startLimitedServer } from '../limits/limited-server.fixture.ts'

const { url, nobody, signIn, logged, close } = await startLimitedServer()
afterAll(close)

const sender = signIn()

/** Sends a body that the typed client cannot send. */
const send = async (body: RequestInit['body'], type?: string, token = sender.token) =>
  readReply<ErrorBody>(
    await fetch(`${url}/v1/frame`, {
      method: 'POST',
      body: body ?? null,
      headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
      ...(body instanceof ReadableStream && { duplex: 'half' as const }),
    }),
  )

const buildForm = (name: string, value: Blob | string) => {
  const form = new FormData()
  form.set(name, value)
  return form
}

const boundary = 'multipart/form-data; boundary=edge'
const buildPart = (headers: string, content: string) => `--edge\r\n${headers}\r\n\r\n${content}\r\n--edge--\r\n`

test('the file of a form arrives byte by byte, up to the size limit', async () => {
  const file = new Blob([new Uint8Array(pictureLimits.maxBytes).fill(7)])
  expect((await sender.call(limitedEndpoints.frame, { body: file })).body).toEqual({
    bytes: pictureLimits.maxBytes,
    first: 7,
  })
  const every = Uint8Array.from({ length: 256 }, (_, n) => 255 - n)
  expect((await sender.call(limitedEndpoints.frame, { body: new Blob([every]) })).body).toEqual({
    bytes: 256,
    first: 255,
  })
  expect(
    await send(buildPart('Content-Disposition: form-data; name="file"; filename="a.png"', 'hello'), boundary),
  ).toMatchObject({
    body: { bytes: 5 },
  })
})

test('a file that is too large is refused with a message, whether its size is declared or not', async () => {
  const refusal = {
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('larger than 5 MB') },
  }
  const little = new Blob([new Uint8Array(pictureLimits.maxBytes + 1)])
  const much = new Blob([new Uint8Array(pictureLimits.maxBytes * 2)])
  expect(await send(buildForm('file', little))).toMatchObject(refusal)
  expect(await send(buildForm('file', much))).toMatchObject(refusal)
  expect(await send(much.stream(), boundary)).toMatchObject(refusal)
})

test('a body that is too large is not read to its end', async () => {
  let sent = 0
  const huge = new ReadableStream({
    pull: async (controller) => {
      // The server runs in this process and needs its turn.
      await setImmediate()
      sent += 1024 * 1024
      if (sent > 200 * 1024 * 1024) return controller.close()
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  // The connection may be cut before the answer is read.
  await send(huge, boundary).catch(() => undefined)
  expect(sent).toBeLessThan(60 * 1024 * 1024)
})

test('a form without a file names the field', async () => {
  for (const form of [buildForm('picture', new Blob(['x'])), buildForm('file', 'only a text')])
    expect(await send(form)).toMatchObject({ status: 400, body: { code: 'VALIDATION', issues: [{ path: 'file' }] } })
})

test('anything but a form is an unsupported media type', async () => {
  for (const type of ['application/json', 'application/octet-stream', 'multipart/mixed; boundary=edge', 'image/png'])
    expect(await send('{}', type)).toMatchObject({ status: statusByErrorCode.UNSUPPORTED_MEDIA_TYPE })
})

test.each([
  ['nothing', ''],
  ['no boundary where one was said', 'hello'],
  ['the end alone', '--edge--'],
  ['a part without headers', '--edge\r\n\r\nhello\r\n--edge--\r\n'],
  ['a part without an end', '--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello'],
  ['a part without a name', buildPart('Content-Disposition: form-data', 'hello')],
  ['a header without an end', `--edge\r\n${'x'.repeat(100_000)}`],
  ['a name that is half', buildPart('Content-Disposition: form-data; name="fi', 'hello')],
  ['a charset of its own', buildPart('Content-Disposition: form-data; name="_charset_"', 'utf-7')],
  [
    'ten thousand parts',
    `${'--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(10_000)}--edge--\r\n`,
  ],
  ['null characters', buildPart('Content-Disposition: form-data; name="fi\0le"; filename="\0"', '\0\0')],
])('a malformed form is the client’s error: %s', async (_, body) => {
  expect(await send(body, boundary)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})

test.each([
  'multipart/form-data;',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'x'.repeat(5000)}`,
])('a form with an invalid boundary is the client’s error: %.40s', async (type) => {
  expect(await send('--x\r\n\r\n--x--', type)).toMatchObject({ status: 400 })
  expect(logged.filter((line) => line.includes('"error"'))).toEqual([])
})

test('a form is read only from callers who may send it', async () => {
  expect(await nobody.call(limitedEndpoints.frame, { body: new Blob(['x']) })).toMatchObject({ status: 401 })
  expect(await send('broken', boundary, 'made up')).toMatchObject({ status: 401 })
})
