import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { handlers, type Route } from '../../../../platform/http/handlers.ts'
import { changeRecurring } from './change-recurring.ts'
import {
  createRecurring,
  pauseRecurring,
  removeRecurring,
  resumeRecurring,
  runRecurringNow,
} from './manage-recurring.ts'
import { getRecurring, listRecurringOrders, listRecurringRuns } from './present-recurring.ts'

export const recurringRoutes: Route[] = handlers(recurringOrders, {
  list: (ctx, { query }) => listRecurringOrders(ctx, query),
  create: (ctx, { body }) => createRecurring(ctx, body),
  get: (ctx, { params }) => getRecurring(ctx, params.id),
  change: (ctx, { params, body }) => changeRecurring(ctx, params.id, body),
  remove: (ctx, { params }) => removeRecurring(ctx, params.id),
  pause: (ctx, { params }) => pauseRecurring(ctx, params.id),
  resume: (ctx, { params }) => resumeRecurring(ctx, params.id),
  run: (ctx, { params }) => runRecurringNow(ctx, params.id),
  runs: (ctx, { params, query }) => listRecurringRuns(ctx, params.id, query),
})
