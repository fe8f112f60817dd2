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

/** Aborts with `ClientGone` when the caller hangs up. The adapter's own signal gives a text, which is no error to throw. */
export function hangUpSignal(theirs: AbortSignal): AbortSignal {
  const gone = new AbortController()
  const hangUp = () => gone.abort(new ClientGone())
  if (theirs.aborted) hangUp()
  else theirs.addEventListener('abort', hangUp, { once: true })
  return gone.signal
}
