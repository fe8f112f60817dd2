import type { ErrorBody } from '@dooryard/contract/errors'
import { ApiError, NetworkError } from './errors.ts'

const parsed = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const apiError = (status: number, answer: unknown, retryAfter: string | null) =>
  new ApiError(status, (answer ?? {}) as Partial<ErrorBody>, Number(retryAfter) || undefined)

/** Sends one request and gives back the parsed answer; throws ApiError outside 2xx and NetworkError without an answer. */
export async function send(path: string, init: RequestInit): Promise<unknown> {
  let response: Response
  let answer: unknown
  try {
    response = await fetch(path, init)
    answer = parsed(await response.text())
  } catch (error) {
    // An aborted request is nobody's failure: React Query has moved on to a newer one.
    if (init.signal?.aborted) throw error
    throw new NetworkError(error)
  }
  if (!response.ok) throw apiError(response.status, answer, response.headers.get('retry-after'))
  return answer
}

/** The bytes of an answer, telling how many have come as they come. */
function blobOf(response: Response, onBytes: (count: number) => void): Promise<Blob> {
  let count = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, rest) => {
      count += chunk.byteLength
      onBytes(count)
      rest.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(counted)).blob()
}

/** Fetches a file; fails like `send`. `onBytes` hears how much of it has come, where it is too long to wait in silence. */
export async function fetchFile(path: string, init: RequestInit, onBytes?: (count: number) => void): Promise<Blob> {
  const answer = await fetch(path, init).then(
    async (response) => ({ response, body: await (onBytes ? blobOf(response, onBytes) : response.blob()) }),
    (error: unknown) => {
      throw new NetworkError(error)
    },
  )
  const { response, body } = answer
  if (!response.ok) throw apiError(response.status, parsed(await body.text()), response.headers.get('retry-after'))
  return body
}

type FileRequest = {
  method: string
  headers: Record<string, string>
  body: Blob
  signal: AbortSignal
  onShare: (share: number) => void
}

/** Sends a file and tells how much of it has left, which `fetch` does not; fails like `send`. */
export const sendFile = (path: string, { method, headers, body, signal, onShare }: FileRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(answer)
      else reject(apiError(request.status, answer, request.getResponseHeader('retry-after')))
    }
    request.onerror = () => reject(new NetworkError(new Error('the upload was cut off')))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
