export { deliveredIds } from './leads.queries.ts'
export { orderChores, orderTasks } from './orders.jobs.ts'
export { ordersUnderWay } from './orders.queries.ts'
export { orderRoutes } from './orders.routes.ts'
