import type { ErrorBody } from '@dooryard/contract/errors'
import { ApiError, NetworkError } from './errors.ts'

export const parsed = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const apiError = (status: number, answer: unknown, retryAfter: string | null) =>
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
