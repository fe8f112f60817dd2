import type { ErrorCode } from '@dooryard/contract/errors'

/** What a caller is told: a code for programs, a sentence for people, and what else belongs in the body. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>
  /** For how many seconds asking again is of no use; sent as `Retry-After`. */
  retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.extra = extra
  }
}

export const appError = (code: ErrorCode, message: string, extra?: Record<string, unknown>) =>
  new AppError(code, message, extra)

export function rateLimited(message: string, retryAfterSeconds: number, extra?: Record<string, unknown>): AppError {
  const error = appError('RATE_LIMITED', message, extra)
  error.retryAfterSeconds = retryAfterSeconds
  return error
}

export const isAppError = (error: unknown): error is AppError => error instanceof AppError

export const notFound = (what: string) => appError('NOT_FOUND', `${what} was not found.`)
