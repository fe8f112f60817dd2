import type { Services } from '../../platform/context.ts'
import { expireOrders } from './expire-orders.ts'
import { fulfilOrderJob, runFulfilOrder } from './fulfil-order.job.ts'
import { forgetDeletedNotes } from './lead-notes.ts'
import type { OrderServices } from './order-services.ts'
import { refreshDncJob, rescueRefreshes, runRefreshDnc } from './refresh-dnc.job.ts'
import { rescueOrders } from './rescue-orders.ts'

/** The jobs of orders, by name. */
export const orderTasks = (services: OrderServices) => ({
  [fulfilOrderJob]: runFulfilOrder(services),
  [refreshDncJob]: runRefreshDnc(services),
})

/** What is looked after now and then. */
export const orderChores = (services: Services) => ({
  rescueOrders: () => rescueOrders(services),
  rescueRefreshes: () => rescueRefreshes(services),
  expireOrders: () => expireOrders(services),
  forgetDeletedNotes: () => forgetDeletedNotes(services),
})
