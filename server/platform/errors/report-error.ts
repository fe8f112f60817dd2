import type { ErrorLayer } from '@dooryard/contract/admin/error-reports'

/** Where an unexpected error happened. `place` is a route of the contract or the name of a job. */
export type ErrorContext = {
  layer: Exclude<ErrorLayer, 'BROWSER'>
  place?: string | undefined
  requestId?: string | undefined
  userId?: string | undefined
}

/** Reports an unexpected error to the people who mend it. It returns at once and never throws. */
export type ReportError = (error: unknown, context: ErrorContext) => void

export const reportNowhere: ReportError = () => undefined
