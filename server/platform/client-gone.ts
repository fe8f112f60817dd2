/** nginx's "client closed request", for the log and the counts of calls: nobody reads it as an answer. */
export const clientGoneStatus = 499

/** The caller hung up: its body broke off, or the work that its answer needed was stopped. */
export class ClientGone extends Error {
  constructor(options?: ErrorOptions) {
    super('The caller closed the connection before it was answered.', options)
    this.name = 'ClientGone'
  }
}

export const isClientGone = (error: unknown): boolean =>
  error instanceof ClientGone || (error instanceof Error && error.cause !== undefined && isClientGone(error.cause))

/** What Node calls an error of a body whose connection closed before its end. */
const closedCodes = new Set<unknown>([
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'],
])

const isOfClosedConnection = (error: unknown) =>
  error instanceof Error && (error.name === 'AbortError' || ('code' in error && closedCodes.has(error.code)))

/** `ClientGone` where the connection of the body closed, and else the error itself. */
export const errorOfReading = (error: unknown, theirs: AbortSignal): unknown =>
  theirs.aborted || isOfClosedConnection(error) ? new ClientGone({ cause: error }) : error

/** The adapter's own signal aborts with a text, which is no error to throw. */
export function hangUpSignal(theirs: AbortSignal): AbortSignal {
  const gone = new AbortController()
  const hangUp = () => gone.abort(new ClientGone())
  if (theirs.aborted) hangUp()
  else theirs.addEventListener('abort', hangUp, { once: true })
  return gone.signal
}
