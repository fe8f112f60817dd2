import { picture } from '@dooryard/contract/limits'
import type { Context as HonoContext } from 'hono'
import { errorOfReading } from '../client-gone.ts'
import { appError } from '../errors.ts'
import { fileTooLarge } from '../uploads/upload-quota.ts'

/** One larger than `maxBytes` fails while it is read at the latest; one that breaks off, by `ClientGone`. */
export function uploadedBytes(request: HonoContext, maxBytes: number): AsyncIterable<Uint8Array> {
  const type = request.req.header('content-type') ?? ''
  if (!/^application\/octet-stream *(;|$)/i.test(type))
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as application/octet-stream.')
  return limited(request, maxBytes, () => fileTooLarge(maxBytes))
}

const formBytes = 64 * 1024

/** At most as large as a picture may be. */
export async function formFile(request: HonoContext): Promise<Uint8Array> {
  const type = request.req.header('content-type') ?? ''
  if (!/^multipart\/form-data *;/i.test(type))
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the file in a form, as multipart/form-data.')
  const refuse = () => fileTooLarge(picture.maxBytes)
  const chunks = await Array.fromAsync(limited(request, picture.maxBytes + formBytes, refuse))
  const file = (await formIn(Buffer.concat(chunks), type)).get('file')
  if (!(file instanceof File)) {
    const message = 'The form has no file under "file".'
    throw appError('VALIDATION', message, { issues: [{ path: 'file', message }] })
  }
  if (file.size > picture.maxBytes) throw refuse()
  return file.bytes()
}

const formIn = (body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> =>
  new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw appError('VALIDATION', 'The form cannot be read. Please send it again.')
  })

/** Null where the request does not say. */
export function declaredBytes(request: HonoContext): number | null {
  const said = request.req.header('content-length')
  return said === undefined ? null : Number(said)
}

function limited(request: HonoContext, maxBytes: number, error: () => Error): AsyncIterable<Uint8Array> {
  const refuse = () => {
    // What is left of the file is never read, so nothing can follow it on this connection.
    request.header('Connection', 'close')
    return error()
  }
  if ((declaredBytes(request) ?? 0) > maxBytes) throw refuse()
  return counted(request.req.raw, maxBytes, refuse)
}

async function* counted(request: Request, maxBytes: number, refuse: () => Error) {
  let size = 0
  for await (const chunk of whole(request)) {
    size += chunk.length
    if (size > maxBytes) throw refuse()
    yield chunk
  }
}

async function* whole({ body, signal }: Request): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body
  } catch (error) {
    throw errorOfReading(error, signal)
  }
}
