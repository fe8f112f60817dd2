import { type AnyEndpoint, type Call, type Output, pathOf } from '@dooryard/contract/endpoint'
import type { AnyCall } from './api.ts'
import { asUser } from './as-user.ts'
import { NetworkError } from './errors.ts'
import { apiError, parsed } from './http.ts'

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
async function fetchFile(path: string, init: RequestInit, onBytes?: (count: number) => void): Promise<Blob> {
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
const sendFile = (path: string, { method, headers, body, signal, onShare }: FileRequest): Promise<unknown> =>
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

export type UploadOptions = { signal: AbortSignal; onShare: (share: number) => void }

/** Sends a file as the body of a call, telling from 0 to 1 how much of it has left. */
export async function uploadFile<E extends AnyEndpoint>(
  endpoint: E,
  given: Call<E>,
  options: UploadOptions,
): Promise<Output<E>> {
  const { params, query, body } = given as AnyCall
  const path = pathOf(endpoint, { params, query })
  const answer = await asUser((authorization) => {
    const headers = { authorization, 'content-type': 'application/octet-stream' }
    return sendFile(path, { method: endpoint.method, headers, body: body as Blob, ...options }) // as its contract says
  })
  return answer as Output<E> // the server checks its answers against the same contract
}

/** Fetches the file that a call answers with; `onBytes` hears how much of it has come. */
export async function downloadFile<E extends AnyEndpoint>(
  endpoint: E,
  given: Call<E>,
  onBytes?: (count: number) => void,
): Promise<Blob> {
  const { params, query } = given as AnyCall
  const path = pathOf(endpoint, { params, query })
  return asUser((authorization) => fetchFile(path, { headers: { authorization } }, onBytes))
}
