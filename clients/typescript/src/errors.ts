/** An invalid field of the request. */
export type Issue = { path: string; message: string }

type ErrorDetails = {
  status?: number
  code: string
  requestId?: string
  issues?: Issue[]
  body?: Record<string, unknown>
}

/** The error of every call of this client, except when your own signal was aborted. */
export class DooryardError extends Error {
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined
  /** The server's code, such as `INSUFFICIENT_CREDITS`; or `NETWORK`, `TIMEOUT` or `UNREADABLE`. */
  readonly code: string
  /** Include it when you contact support. */
  readonly requestId: string | undefined
  /** The invalid fields, where the server names them. */
  readonly issues: readonly Issue[]
  /** The whole body of the response, such as the credits `needed` and `available`. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(
    message: string,
    { status, code, requestId, issues = [], body = {} }: ErrorDetails,
    options?: ErrorOptions,
  ) {
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

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined)

const parseIssues = (value: unknown): Issue[] =>
  Array.isArray(value) ? value.map((issue) => ({ path: String(issue?.path), message: String(issue?.message) })) : []

/** Converts a response outside 2xx to an error. The response may come from a proxy. */
export async function parseError(response: Response): Promise<DooryardError> {
  const { status } = response
  const said: unknown = await response.json().catch(() => undefined)
  const body = isObject(said) ? said : {}
  const requestId = toText(body['requestId'])
  return new DooryardError(toText(body['message']) ?? `The answer was ${status} ${response.statusText}`.trim(), {
    ...{ status, code: toText(body['code']) ?? 'UNREADABLE', issues: parseIssues(body['issues']), body },
    ...(requestId && { requestId }),
  })
}
