import { AppError } from '../errors.ts'

export type Limit = 'time' | 'memory' | 'rows'

const sentences: Record<Limit, string> = {
  time: 'The search took too long and was stopped: narrow it down.',
  memory: 'The search needed too much memory and was stopped: narrow it down.',
  rows: 'The search gave too many rows and was stopped: narrow it down.',
}

/** A read that was stopped at one of its limits; nothing is wrong with the store, and whoever asked is told so. */
export class OverLimitError extends AppError {
  readonly limit: Limit
  constructor(limit: Limit, cause: unknown) {
    super('UNPROCESSABLE', sentences[limit])
    this.cause = cause
    this.limit = limit
  }
}

const limitCodes: Record<string, Limit> = { 159: 'time', 160: 'time', 241: 'memory', 158: 'rows', 396: 'rows' }

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

function unreachableError(cause: unknown): AppError {
  const error = new AppError(
    'UNAVAILABLE',
    'The property store cannot be reached just now. Please try again in a moment.',
  )
  error.cause = cause
  return error
}

/** A limit of ours and a store that is away become errors that callers are told of. */
export function storeError(error: unknown): unknown {
  const code =
    /\bCode: (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? (error as { code?: string })?.code
  if (code !== undefined && unreachable.has(code)) return unreachableError(error)
  const limit = code === undefined ? undefined : limitCodes[code]
  return limit ? new OverLimitError(limit, error) : error
}
