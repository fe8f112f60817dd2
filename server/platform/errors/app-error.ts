import type { ErrorCode } from '@dooryard/contract/api/errors'

/** An error for the caller: a code for programs, a sentence for people, and extra fields of the body. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
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
