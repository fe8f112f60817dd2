/** Where a field of the request is at fault. */
export type Issue = { path: string; message: string }

type Details = { status?: number; code: string; requestId?: string; issues?: Issue[]; body?: Record<string, unknown> }

/** What every call of this client fails with, except for a signal of yours that was aborted. */
export class DooryardError extends Error {
  /** Of the answer; none where there was no answer. */
  readonly status: number | undefined
  /** The server's, such as `INSUFFICIENT_CREDITS`; or `NETWORK`, `TIMEOUT` or `UNREADABLE`. */
  readonly code: string
  /** What to tell us when you ask about it. */
  readonly requestId: string | undefined
  /** The fields at fault, where the server says so. */
  readonly issues: readonly Issue[]
  /** All that the server said, such as the credits `needed` and `available`. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(message: string, { status, code, requestId, issues = [], body = {} }: Details, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DooryardError'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.issues = issues
    this.body = body
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const issuesOf = (value: unknown): Issue[] =>
  Array.isArray(value) ? value.map((issue) => ({ path: String(issue?.path), message: String(issue?.message) })) : []

/** The error of an answer outside 2xx, which may come from whatever stands between us. */
export async function errorOf(response: Response): Promise<DooryardError> {
  const { status } = response
  const said: unknown = await response.json().catch(() => undefined)
  const body = isObject(said) ? said : {}
  const requestId = textOf(body['requestId'])
  return new DooryardError(textOf(body['message']) ?? `The answer was ${status} ${response.statusText}`.trim(), {
    ...{ status, code: textOf(body['code']) ?? 'UNREADABLE', issues: issuesOf(body['issues']), body },
    ...(requestId && { requestId }),
  })
}
