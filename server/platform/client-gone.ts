/**
 * What the log and the counts of calls say where a caller hung up before its answer was ready: nginx's "client closed
 * request". Nobody reads it, so it is no status of the API.
 */
export const clientGoneStatus = 499

/** The caller hung up: its body broke off, or the work that its answer needed was stopped. */
export class ClientGone extends Error {
  constructor(options?: ErrorOptions) {
    super('The caller closed the connection before it was answered.', options)
    this.name = 'ClientGone'
  }
}

/** Whether work ended because its caller hung up; what heeds a signal often wraps its reason. */
export const isClientGone = (error: unknown): boolean =>
  error instanceof ClientGone || (error instanceof Error && error.cause !== undefined && isClientGone(error.cause))

/** What Node calls an error of a body whose connection closed before its end. */
const closedCodes = new Set<unknown>([
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'],
])

const isOfClosedConnection = (error: unknown) =>
  error instanceof Error && (error.name === 'AbortError' || ('code' in error && closedCodes.has(error.code)))

/** What an error means that came while a body was read: `ClientGone` where its connection closed, and else itself. */
export const errorOfReading = (error: unknown, theirs: AbortSignal): unknown =>
  theirs.aborted || isOfClosedConnection(error) ? new ClientGone({ cause: error }) : error

/** Aborts with `ClientGone` when the caller hangs up. The adapter's own signal gives a text, which is no error to throw. */
export function hangUpSignal(theirs: AbortSignal): AbortSignal {
  const gone = new AbortController()
  const hangUp = () => gone.abort(new ClientGone())
  if (theirs.aborted) hangUp()
  else theirs.addEventListener('abort', hangUp, { once: true })
  return gone.signal
}
