import { diskFullMessage } from '@dooryard/contract/api/errors'
import { appError } from '../errors/app-error.ts'

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export const diskFullError = () => appError('UNPROCESSABLE', diskFullMessage)
