import { type AnyEndpoint, buildPath, type EndpointOutput, type EndpointRequest } from '@dooryard/contract/api/endpoint'
import { withAuthorization } from '../session/with-authorization.ts'
import type { AnyCallInput } from './api.ts'
import { NetworkError } from './errors.ts'
import { parseAnswer, toApiError } from './http.ts'

/** Reads the body of a response and reports the number of bytes received so far. */
function readBlob(response: Response, onBytes: (count: number) => void): Promise<Blob> {
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

/** Fetches a file; throws like `fetchJson`. `onBytes` receives the number of bytes so far, for long downloads. */
async function fetchFile(path: string, init: RequestInit, onBytes?: (count: number) => void): Promise<Blob> {
  const answer = await fetch(path, init).then(
    async (response) => ({ response, body: await (onBytes ? readBlob(response, onBytes) : response.blob()) }),
    (error: unknown) => {
      throw new NetworkError(error)
    },
  )
  const { response, body } = answer
  if (!response.ok) throw toApiError(response.status, await body.text(), response.headers.get('retry-after'))
  return body
}

type FileRequest = {
  method: string
  headers: Record<string, string>
  body: Blob
  signal: AbortSignal
  onShare: (share: number) => void
}

/** Sends a file and reports upload progress, which `fetch` cannot; throws like `fetchJson`. */
const sendFile = (path: string, { method, headers, body, signal, onShare }: FileRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(Promise.resolve(responseText).then(parseAnswer))
      else reject(toApiError(status, responseText, request.getResponseHeader('retry-after')))
    }
    request.onerror = () => reject(new NetworkError(new Error('the upload was cut off')))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })

export type UploadOptions = { signal: AbortSignal; onShare: (share: number) => void }

/** Uploads a file as the request body and reports its progress from 0 to 1. */
export async function uploadFile<E extends AnyEndpoint>(
  endpoint: E,
  input: EndpointRequest<E>,
  options: UploadOptions,
): Promise<EndpointOutput<E>> {
  const { params, query, body } = input as AnyCallInput
  const path = buildPath(endpoint, { params, query })
  const answer = await withAuthorization((authorization) => {
    const headers = { authorization, 'content-type': 'application/octet-stream' }
    return sendFile(path, { method: endpoint.method, headers, body: body as Blob, ...options }) // as its contract defines
  })
  return answer as EndpointOutput<E> // the server checks its answers against the same contract
}

/** `onBytes` receives the number of bytes so far. */
type DownloadOptions = { onBytes?: (count: number) => void; signal?: AbortSignal }

/** Downloads the file that an endpoint returns. */
export async function downloadFile<E extends AnyEndpoint>(
  endpoint: E,
  input: EndpointRequest<E>,
  { onBytes, signal }: DownloadOptions = {},
): Promise<Blob> {
  const { params, query, body } = input as AnyCallInput
  const path = buildPath(endpoint, { params, query })
  return withAuthorization((authorization) =>
    fetchFile(
      path,
      {
        method: endpoint.method,
        headers: { authorization, ...(body instanceof Blob && { 'content-type': 'application/octet-stream' }) },
        ...(body instanceof Blob && { body }),
        ...(signal && { signal }),
      },
      onBytes,
    ),
  )
}
