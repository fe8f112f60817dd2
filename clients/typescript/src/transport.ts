import { DooryardError, errorOf } from './errors.ts'
import { sleep, waitBefore, within } from './waiting.ts'

export type CallOptions = {
  /** Ends the call when it is aborted; the call then fails with the reason of the signal. */
  signal?: AbortSignal
}

export type Asked = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  query?: object | undefined
  body?: unknown
  idempotencyKey?: string
  isRepeatable?: boolean
  signal?: AbortSignal | undefined
}

/** Sends a call with the key of the client. */
export type Ask = <Answer>(call: Asked) => Promise<Answer>

export type Settings = { address: string; timeoutMs: number; retries: number; fetch: typeof fetch }

export type Request = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
  /** Whether it may be done again where nobody knows if it was done. */
  isRepeatable: boolean
}

/** Nothing was done: the server was busy, starting or stopping. */
const isTurnedAway = (status: number) => status === 429 || status === 503

/** Nobody knows whether it was done: somebody between us gave up. */
const isLost = (status: number) => status === 502 || status === 504

type Outcome<Value> = { value: Value } | { refusal: DooryardError; response: Response }

const noAnswerInTime = () => new DooryardError('No answer in time', { code: 'TIMEOUT' })

/** One attempt, with what is read of its answer, within the time that it has. */
const attempt = <Value>(
  { timeoutMs, fetch }: Settings,
  { url, signal, method, headers, body }: Request,
  read: (response: Response) => Promise<Value>,
): Promise<Outcome<Value>> =>
  within(timeoutMs, noAnswerInTime, signal, async (either) => {
    try {
      // A redirect would take the key elsewhere, or turn a POST into a GET.
      const init = { method, headers, signal: either, redirect: 'manual' } as const
      const response = await fetch(url, body === undefined ? init : { ...init, body })
      if (response.ok) return { value: await read(response) }
      const refusal = await errorOf(response)
      either.throwIfAborted()
      return { refusal, response }
    } catch (error) {
      if (either.aborted) throw either.reason
      if (error instanceof DooryardError) throw error
      throw new DooryardError('No answer could be had', { code: 'NETWORK' }, { cause: error })
    }
  })

/**
 * Sends a request and gives what is read of its answer. Where the server is busy, or no answer comes, it is sent again a
 * few times, after the wait that the server asks for.
 */
export async function send<Value>(
  settings: Settings,
  request: Request,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  for (let tries = 0; ; tries++) {
    const isLast = tries >= settings.retries
    let wait: number | undefined
    try {
      const outcome = await attempt(settings, request, read)
      if ('value' in outcome) return outcome.value
      const { refusal, response } = outcome
      const mayTryAgain = isTurnedAway(response.status) || (request.isRepeatable && isLost(response.status))
      wait = mayTryAgain ? waitBefore(tries, response) : undefined
      if (isLast || wait === undefined) throw refusal
    } catch (error) {
      const isUnanswered = error instanceof DooryardError && error.status === undefined && error.code !== 'UNREADABLE'
      if (isLast || !request.isRepeatable || !isUnanswered) throw error
      wait = waitBefore(tries)
    }
    await sleep(wait ?? 0, request.signal)
  }
}

/** Reads an answer that is JSON. */
export async function readJson<Value>(response: Response): Promise<Value> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Value // as the OpenAPI document says, which the server checks its answers against
  } catch (cause) {
    const message = 'The answer is not JSON: is this the address of a Dooryard portal?'
    throw new DooryardError(message, { status: response.status, code: 'UNREADABLE' }, { cause })
  }
}

/** Leaves an answer to be read by whoever asked, who may take longer than an answer has to come. */
export const readLater = async (response: Response): Promise<Response> => response
