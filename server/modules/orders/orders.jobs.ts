import type { Services } from '../../platform/context.ts'
import { everyHour, everyMinute } from '../../platform/schedule.ts'
import { expireOrders } from './expire-orders.ts'
import { fulfilOrderJob, rescueOrders, runFulfilOrder } from './fulfil-order.job.ts'
import { forgetDeletedNotes } from './lead-board.ts'
import type { OrderServices } from './order-task.ts'
import { refreshDncJob, rescueRefreshes, runRefreshDnc } from './refresh-dnc.job.ts'

export const orderTasks = (services: OrderServices) => ({
  [fulfilOrderJob]: runFulfilOrder(services),
  [refreshDncJob]: runRefreshDnc(services),
})

export const orderSchedule = (services: Services) => ({
  'rescue-orders': everyMinute(() => rescueOrders(services)),
  'rescue-dnc-refreshes': everyMinute(() => rescueRefreshes(services)),
  'expire-orders': everyMinute(() => expireOrders(services)),
  'purge-deleted-notes': everyHour(() => forgetDeletedNotes(services)),
})
