import { diskFullMessage } from '@dooryard/contract/api/errors'
import { appError } from '../errors/app-error.ts'

// Of the file system, of ClickHouse before it writes (NOT_ENOUGH_SPACE), and of PostgreSQL.
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '243', '53100'])
// The embedded store says its code in the text; what the disk refuses while it writes has codes of its own.
const storeMessage = /\bCode: 243\b|No space left on device/

/** Whether a disk of the server is full: that of the files, or of a store. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && codes.has(error.code)) || storeMessage.test(error.message))

export const diskFullError = () => appError('UNPROCESSABLE', diskFullMessage)
