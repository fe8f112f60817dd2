import { appError } from '../errors/app-error.ts'

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export const diskFullError = () =>
  appError(
    'UNPROCESSABLE',
    'The server has no space left for this file. Nothing of it was stored: free some space, then add it again.',
  )
