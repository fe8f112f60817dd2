export { fulfilOrderJob, runFulfilOrder } from './fulfil-order.job.ts'
export { deliveredIds } from './leads.queries.ts'
export { orderRoutes } from './orders.routes.ts'
export { rescueOrders } from './rescue-orders.ts'
