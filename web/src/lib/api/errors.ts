import type { ErrorBody, ErrorCode } from '@dooryard/contract/api/errors'

/** A response outside 2xx. `message` is shown to the user. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** Set when a quote is no longer valid. */
  readonly quote: ErrorBody['quote']
  readonly issues: NonNullable<ErrorBody['issues']>
  readonly requestId: string | undefined
  /** How the person can prove who they are, where that is what is missing. */
  readonly methods: NonNullable<ErrorBody['methods']>
  /** Completes a sign-in together with the second factor. */
  readonly challenge: ErrorBody['challenge']
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.message || 'Something went wrong')
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.quote = body.quote
    this.issues = body.issues ?? []
    this.requestId = body.requestId
    this.methods = body.methods ?? []
    this.challenge = body.challenge
    this.retryAfter = retryAfter
  }
}

/** The browser could not do what was asked. `message` is shown to the user. */
export class BrowserError extends Error {}

const connectionHelp = 'Please check your internet connection and try again.'

/** The request got no response, or one in 2xx that is not the API's: from a proxy or the sign-in page of a network. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('network error', { cause })
    this.name = 'NetworkError'
  }
}

export const createNotAuthenticatedError = () =>
  new ApiError(401, { message: 'Not authenticated', code: 'NOT_AUTHENTICATED' })

/** Whether the user was asked to confirm who they are, and did not. */
export const isUnconfirmed = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'STEP_UP_REQUIRED'

/** Whether the server rejected the request itself, so that a retry is pointless. */
export const isClientError = (error: unknown) => error instanceof ApiError && error.status < 500

/** Whether the resource does not exist or belongs to another user; the server does not distinguish the two. */
export const isNotFoundError = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

const chunkFailures = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
]

/** Whether a chunk of the application failed to load because a newer deployment replaced it. */
export const isChunkError = (error: unknown): error is Error =>
  error instanceof Error && chunkFailures.some((start) => error.message.startsWith(start))

const offlinePrefix = 'Offline: '

/** The mark of the router, which reloads by itself when the code of a route is missing, unless it finds this. */
const reloadMark = (message: string) => `tanstack_router_reload:${message}`

/** Marks a chunk that failed to load offline as a failure of the network: a reload would lose the page. */
export function markIfOffline(error: Error) {
  if (!navigator.onLine) error.message = offlinePrefix + error.message
}

/**
 * Reloads the page, once per message, if somebody waits for a chunk that a newer deployment has probably replaced. For
 * code that loads ahead or in the background, a reload would only lose what the user has typed.
 */
export function reloadOnce(error: unknown) {
  if (!navigator.onLine || !isChunkError(error)) return
  try {
    const mark = reloadMark(error.message)
    if (sessionStorage.getItem(mark)) return
    sessionStorage.setItem(mark, '1')
  } catch {
    return // Without storage it might reload forever.
  }
  window.location.reload()
}

export const isNetworkError = (error: unknown) =>
  error instanceof NetworkError || (error instanceof Error && error.message.startsWith(offlinePrefix))

/** Whether code failed to load: its message is the loader's, which says nothing to users. */
export const isLoadError = (error: Error) => error.message.startsWith(offlinePrefix) || isChunkError(error)

export function getErrorHelp(error: unknown) {
  if (isNetworkError(error)) return connectionHelp
  if (isChunkError(error)) return 'The application has been updated. Please refresh the page.'
  return 'Something went wrong. Please try again or contact support if the problem persists.'
}

/** The message for a failed request: the error's own where it is meant for users, or general help. */
export const getErrorMessage = (error: unknown) =>
  error instanceof ApiError || error instanceof BrowserError ? error.message : getErrorHelp(error)

/** Logs an unexpected error to the console with its context, and reports it. */
export function logError(error: unknown) {
  console.error('Unexpected error', {
    error,
    page: window.location.href,
    browser: navigator.userAgent,
    at: new Date().toISOString(),
  })
  // Its listener reports errors, also those that nothing catches.
  window.dispatchEvent(new ErrorEvent('error', { error }))
}
