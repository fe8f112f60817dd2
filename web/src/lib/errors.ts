import { type ErrorBody, type ErrorCode, ownerRowsLimit } from '@dooryard/contract/errors'

/** An answer outside 2xx. `message` is what a user reads. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** Said of a quote that no longer holds. */
  readonly quote: ErrorBody['quote']
  /** Said where a day's rows with owners are used up. */
  readonly limit: ErrorBody['limit']
  readonly issues: NonNullable<ErrorBody['issues']>
  readonly requestId: string | undefined
  /** For how many seconds asking again is of no use. */
  readonly retryAfter: number | undefined
  /** Until when that is, in milliseconds of the epoch by the clock of this browser. */
  readonly retryAt: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.message || 'Something went wrong')
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.quote = body.quote
    this.limit = body.limit
    this.issues = body.issues ?? []
    this.requestId = body.requestId
    this.retryAfter = retryAfter
    this.retryAt = retryAfter === undefined ? undefined : Date.now() + retryAfter * 1000
  }
}

const connectionHelp = 'Please check your internet connection and try again.'

/** The request never got an answer. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(connectionHelp, { cause })
    this.name = 'NetworkError'
  }
}

export const notAuthenticated = () => new ApiError(401, { message: 'Not authenticated', code: 'NOT_AUTHENTICATED' })

/** Refused for what it asked, so asking again is of no use. */
export const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500

/** Whether the account has read as many rows with owners as one day allows. */
export const isOwnerLimit = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.limit === ownerRowsLimit.limit

/** What was asked for does not exist, or is somebody else's, which the server does not tell apart. */
export const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

const chunkFailures = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
]

/** A piece of the application that a newer deployment has replaced. */
export const isChunkError = (error: unknown) =>
  error instanceof Error && chunkFailures.some((start) => error.message.startsWith(start))

const offlineMark = 'Offline: '

/**
 * Marks a failure to load a piece of the application for what it is when there is no connection. The router tells a
 * replaced piece by how the message starts, and reloads the page once for it: offline that would lose the page.
 */
export function markIfOffline(error: Error) {
  if (!navigator.onLine) error.message = offlineMark + error.message
}

export const isNetworkError = (error: unknown) =>
  error instanceof NetworkError || (error instanceof Error && error.message.startsWith(offlineMark))

export function helpFor(error: unknown) {
  if (isNetworkError(error)) return connectionHelp
  if (isChunkError(error)) return 'The application has been updated. Please refresh the page.'
  return 'Something went wrong. Please try again or contact support if the problem persists.'
}

/** The sentence to show where something failed to load: the server's own, or what helps. */
export const sentenceFor = (error: unknown) => (error instanceof ApiError ? error.message : helpFor(error))

/** Writes an unforeseen error to the console with what is needed to find it again. */
export function logError(error: unknown) {
  console.error('Unexpected error', {
    error,
    page: window.location.href,
    browser: navigator.userAgent,
    at: new Date().toISOString(),
  })
}
