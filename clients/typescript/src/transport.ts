import { DooryardError, parseError } from './errors.ts'
import { getRetryDelay, sleep, withTimeout } from './waiting.ts'

export type CallOptions = {
  /** Aborts the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal
}

export type CallInput = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  query?: object | undefined
  body?: unknown
  idempotencyKey?: string
  isRepeatable?: boolean
  signal?: AbortSignal | undefined
}

/** Sends a request with the API key of the client. */
export type SendCall = <Answer>(call: CallInput) => Promise<Answer>

export type ClientSettings = { address: string; timeoutMs: number; retries: number; fetch: typeof fetch }

export type OutgoingRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
  /** Whether it may be retried when its outcome is unknown. */
  isRepeatable: boolean
}

/** Nothing was done: the server is busy, starting or stopping. */
const isBusyStatus = (status: number) => status === 429 || status === 503

/** The outcome is unknown: a proxy gave up. */
const isGatewayStatus = (status: number) => status === 502 || status === 504

type AttemptResult<Value> = { value: Value } | { refusal: DooryardError; response: Response }

const createTimeoutError = () => new DooryardError('No answer in time', { code: 'TIMEOUT' })

/** One attempt, including the reading of its response, within its timeout. */
const sendOnce = <Value>(
  { timeoutMs, fetch }: ClientSettings,
  { url, signal, method, headers, body }: OutgoingRequest,
  read: (response: Response) => Promise<Value>,
): Promise<AttemptResult<Value>> =>
  withTimeout(timeoutMs, createTimeoutError, signal, async (either) => {
    try {
      // A redirect could send the key to another host, or turn a POST into a GET.
      const init = { method, headers, signal: either, redirect: 'manual' } as const
      const response = await fetch(url, body === undefined ? init : { ...init, body })
      if (response.ok) return { value: await read(response) }
      const refusal = await parseError(response)
      either.throwIfAborted()
      return { refusal, response }
    } catch (error) {
      if (either.aborted) throw either.reason
      if (error instanceof DooryardError) throw error
      throw new DooryardError('No answer could be had', { code: 'NETWORK' }, { cause: error })
    }
  })

/**
 * Sends a request and reads its response. Retries a few times where the server is busy or no response arrives, after
 * the wait that the server requests.
 */
export async function send<Value>(
  settings: ClientSettings,
  request: OutgoingRequest,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  for (let tries = 0; ; tries++) {
    const isLast = tries >= settings.retries
    let wait: number | undefined
    try {
      const outcome = await sendOnce(settings, request, read)
      if ('value' in outcome) return outcome.value
      const { refusal, response } = outcome
      const canRetry = isBusyStatus(response.status) || (request.isRepeatable && isGatewayStatus(response.status))
      wait = canRetry ? getRetryDelay(tries, response) : undefined
      if (isLast || wait === undefined) throw refusal
    } catch (error) {
      const hasNoResponse = error instanceof DooryardError && error.status === undefined && error.code !== 'UNREADABLE'
      if (isLast || !request.isRepeatable || !hasNoResponse) throw error
      wait = getRetryDelay(tries)
    }
    await sleep(wait ?? 0, request.signal)
  }
}

/** Reads a JSON response. */
export async function readJson<Value>(response: Response): Promise<Value> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Value // as the OpenAPI document describes it; the server validates its responses against it
  } catch (cause) {
    const message = 'The answer is not JSON: is this the address of a Dooryard portal?'
    throw new DooryardError(message, { status: response.status, code: 'UNREADABLE' }, { cause })
  }
}

/** Leaves the response to the caller, because reading it may take longer than the timeout. */
export const keepResponse = async (response: Response): Promise<Response> => response
