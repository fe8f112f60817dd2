import type { ErrorBody } from '@dooryard/contract/api/errors'
import { ApiError, NetworkError } from './errors.ts'

export const parseJson = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const toApiError = (status: number, answer: unknown, retryAfter: string | null) =>
  new ApiError(status, (answer ?? {}) as Partial<ErrorBody>, Number(retryAfter) || undefined)

/**
 * Sends a request and returns the parsed response. Throws ApiError outside 2xx and NetworkError when there is no
 * response.
 */
export async function fetchJson(path: string, init: RequestInit): Promise<unknown> {
  let response: Response
  let answer: unknown
  try {
    response = await fetch(path, init)
    answer = parseJson(await response.text())
  } catch (error) {
    // An aborted request is no failure: React Query has replaced it by a newer one.
    if (init.signal?.aborted) throw error
    throw new NetworkError(error)
  }
  if (!response.ok) throw toApiError(response.status, answer, response.headers.get('retry-after'))
  return answer
}
