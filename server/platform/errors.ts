import type { ErrorCode } from '@dooryard/contract/errors'

/** An error that a caller is told of: a code for programs, a sentence for people, and what else belongs in the body. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>

  constructor(code: ErrorCode, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.extra = extra
  }
}

export const appError = (code: ErrorCode, message: string, extra?: Record<string, unknown>) =>
  new AppError(code, message, extra)

export const isAppError = (error: unknown): error is AppError => error instanceof AppError

export const notFound = (what: string) => appError('NOT_FOUND', `${what} was not found.`)
