/** nginx's "client closed request", for the log and the call counts: no client reads it. */
export const clientClosedStatus = 499

/** The caller closed the connection: its body broke off, or the work for its answer was stopped. */
export class ClientClosedError extends Error {
  constructor(options?: ErrorOptions) {
    super('The caller closed the connection before it was answered.', options)
    this.name = 'ClientGone'
  }
}

export const isClientClosed = (error: unknown): boolean =>
  error instanceof ClientClosedError ||
  (error instanceof Error && error.cause !== undefined && isClientClosed(error.cause))

/** Node's error codes for a body whose connection closed before its end. */
const closedCodes = new Set<unknown>([
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'],
])

const isClosedConnectionError = (error: unknown) =>
  error instanceof Error && (error.name === 'AbortError' || ('code' in error && closedCodes.has(error.code)))

/** Returns a `ClientClosedError` where the connection of the body closed, and the error itself otherwise. */
export const toReadError = (error: unknown, requestSignal: AbortSignal): unknown =>
  requestSignal.aborted || isClosedConnectionError(error) ? new ClientClosedError({ cause: error }) : error

/** The adapter's own signal aborts with a text, which is no error to throw. */
export function createClientClosedSignal(requestSignal: AbortSignal): AbortSignal {
  const gone = new AbortController()
  const onClose = () => gone.abort(new ClientClosedError())
  if (requestSignal.aborted) onClose()
  else requestSignal.addEventListener('abort', onClose, { once: true })
  return gone.signal
}
