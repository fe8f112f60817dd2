import { adminErrors, errorReports } from '@dooryard/contract/admin/error-reports'
import { handlers, type Route } from '../../http/handlers.ts'
import type { ErrorReports } from './error-reports.ts'
import { getError, listErrors, resolveError } from './list-errors.ts'

export const errorRoutes = ({ reportFromBrowser }: Pick<ErrorReports, 'reportFromBrowser'>): Route[] => [
  ...handlers(errorReports, {
    report: ({ actor, caller }, { body }) => {
      reportFromBrowser(body, { userId: actor?.userId, browser: caller.userAgent })
      return undefined
    },
  }),
  ...handlers(adminErrors, {
    list: (ctx, { query }) => listErrors(ctx, query),
    get: (ctx, { params }) => getError(ctx, params.id),
    change: (ctx, { params, body }) => resolveError(ctx, params.id, body.isResolved),
  }),
]
