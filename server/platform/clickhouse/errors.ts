import { AppError } from '../errors/app-error.ts'

export type Limit = 'time' | 'memory' | 'rows'

const messageByLimit: Record<Limit, string> = {
  time: 'The search took too long and was stopped: narrow it down.',
  memory: 'The search needed too much memory and was stopped: narrow it down.',
  rows: 'The search gave too many rows and was stopped: narrow it down.',
}

/** A read stopped at one of its limits. The store is healthy, and the caller is told which limit it was. */
export class OverLimitError extends AppError {
  readonly limit: Limit
  constructor(limit: Limit, cause: unknown) {
    super('UNPROCESSABLE', messageByLimit[limit])
    this.cause = cause
    this.limit = limit
  }
}

const limitByCode: Record<string, Limit> = { 159: 'time', 160: 'time', 241: 'memory', 158: 'rows', 396: 'rows' }

const unreachableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

function toUnreachableError(cause: unknown): AppError {
  const error = new AppError(
    'UNAVAILABLE',
    'The property store cannot be reached just now. Please try again in a moment.',
  )
  error.cause = cause
  return error
}

/** Converts an exceeded limit and an unreachable store to errors for the caller. */
export function toStoreError(error: unknown): unknown {
  const code =
    /\bCode: (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? (error as { code?: string })?.code
  if (code !== undefined && unreachableCodes.has(code)) return toUnreachableError(error)
  const limit = code === undefined ? undefined : limitByCode[code]
  return limit ? new OverLimitError(limit, error) : error
}
