import { appError } from '../../platform/errors.ts'

export const sessionEnded = () => appError('NOT_AUTHENTICATED', 'Your session has ended. Please sign in again.')
