import type { Services } from '../../platform/context.ts'
import { expireOrders } from './expire-orders.ts'
import { fulfilOrderJob, rescueOrders, runFulfilOrder } from './fulfil-order.job.ts'
import { forgetDeletedNotes } from './lead-board.ts'
import type { OrderServices } from './order-task.ts'
import { refreshDncJob, rescueRefreshes, runRefreshDnc } from './refresh-dnc.job.ts'

export const orderTasks = (services: OrderServices) => ({
  [fulfilOrderJob]: runFulfilOrder(services),
  [refreshDncJob]: runRefreshDnc(services),
})

export const orderChores = (services: Services) => ({
  rescueOrders: () => rescueOrders(services),
  rescueRefreshes: () => rescueRefreshes(services),
  expireOrders: () => expireOrders(services),
  forgetDeletedNotes: () => forgetDeletedNotes(services),
})
