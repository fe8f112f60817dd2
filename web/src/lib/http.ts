import type { ErrorBody } from '@dooryard/contract/errors'
import { ApiError, NetworkError } from './errors.ts'

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one request and gives back the parsed answer; throws ApiError outside 2xx and NetworkError without an answer. */
export async function send(path: string, init: RequestInit): Promise<unknown> {
  let response: Response
  let answer: unknown
  try {
    response = await fetch(path, init)
    answer = await readJson(response)
  } catch (error) {
    // An aborted request is nobody's failure: React Query has moved on to a newer one.
    if (init.signal?.aborted) throw error
    throw new NetworkError(error)
  }
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Partial<ErrorBody>)
  return answer
}
