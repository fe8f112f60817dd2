import { pictureLimits } from '@dooryard/contract/api/limits'
import type { Context as HonoContext } from 'hono'
import { appError } from '../../errors/app-error.ts'
import { toReadError } from '../../errors/client-closed.ts'
import { fileTooLargeError } from '../../files/uploads/upload-quota.ts'

/**
 * A body larger than `maxBytes` fails at the latest while it is read; one that breaks off fails with
 * `ClientClosedError`.
 */
export function readUpload(request: HonoContext, maxBytes: number): AsyncIterable<Uint8Array> {
  const type = request.req.header('content-type') ?? ''
  if (!/^application\/octet-stream *(;|$)/i.test(type))
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as application/octet-stream.')
  return limitBytes(request, maxBytes, () => fileTooLargeError(maxBytes))
}

const formOverheadBytes = 64 * 1024

/** At most as large as a picture may be. */
export async function readFormFile(request: HonoContext): Promise<Uint8Array> {
  const type = request.req.header('content-type') ?? ''
  if (!/^multipart\/form-data *;/i.test(type))
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the file in a form, as multipart/form-data.')
  const refuse = () => fileTooLargeError(pictureLimits.maxBytes)
  const chunks = await Array.fromAsync(limitBytes(request, pictureLimits.maxBytes + formOverheadBytes, refuse))
  const file = (await parseForm(Buffer.concat(chunks), type)).get('file')
  if (!(file instanceof File)) {
    const message = 'The form has no file under "file".'
    throw appError('VALIDATION', message, { issues: [{ path: 'file', message }] })
  }
  if (file.size > pictureLimits.maxBytes) throw refuse()
  return file.bytes()
}

const parseForm = (body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> =>
  new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw appError('VALIDATION', 'The form cannot be read. Please send it again.')
  })

/** Null where the request declares no size. */
export function readDeclaredBytes(request: HonoContext): number | null {
  const said = request.req.header('content-length')
  return said === undefined ? null : Number(said)
}

function limitBytes(request: HonoContext, maxBytes: number, error: () => Error): AsyncIterable<Uint8Array> {
  const refuse = () => {
    // The rest of the file is never read, so the connection cannot be reused.
    request.header('Connection', 'close')
    return error()
  }
  if ((readDeclaredBytes(request) ?? 0) > maxBytes) throw refuse()
  return countBytes(request.req.raw, maxBytes, refuse)
}

async function* countBytes(request: Request, maxBytes: number, refuse: () => Error) {
  let size = 0
  for await (const chunk of readAll(request)) {
    size += chunk.length
    if (size > maxBytes) throw refuse()
    yield chunk
  }
}

async function* readAll({ body, signal }: Request): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  let isOver = false
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
    isOver = true
  } catch (error) {
    isOver = true
    throw toReadError(error, signal)
  } finally {
    if (!isOver) void discardRest(reader)
  }
}

const discardMs = 5_000

/**
 * Reads on for a while where the file is not wanted any more, as on a full disk: the server cuts a connection with an
 * unread body, and its client would see no answer.
 */
async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  // Ends the read that waits too: a client may send no more and keep its connection.
  const givingUp = setTimeout(() => void reader.cancel().catch(() => undefined), discardMs)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client is gone.
  } finally {
    clearTimeout(givingUp)
  }
}
