import type { ErrorBody } from '@dooryard/contract/api/errors'
import { ApiError, NetworkError } from './errors.ts'

/** Parses the body of an answer in 2xx; undefined when it is empty. Throws NetworkError unless it is JSON. */
export function parseAnswer(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new NetworkError(error)
  }
}

/** The error of an answer outside 2xx. A body that is not the API's, such as a proxy's, has no message to show. */
export function toApiError(status: number, text: string, retryAfter: string | null): ApiError {
  let body: Partial<ErrorBody> | null = null
  try {
    body = JSON.parse(text)
  } catch {
    // Without a body the error has its general message.
  }
  return new ApiError(status, body ?? {}, Number(retryAfter) || undefined)
}

/**
 * Sends a request and returns the parsed response. Throws ApiError outside 2xx, and NetworkError when there is no
 * response or one in 2xx that is not JSON.
 */
export async function fetchJson(path: string, init: RequestInit): Promise<unknown> {
  let response: Response
  let text: string
  try {
    response = await fetch(path, init)
    text = await response.text()
  } catch (error) {
    // An aborted request is no failure: React Query has replaced it by a newer one.
    if (init.signal?.aborted) throw error
    throw new NetworkError(error)
  }
  if (!response.ok) throw toApiError(response.status, text, response.headers.get('retry-after'))
  return parseAnswer(text)
}
