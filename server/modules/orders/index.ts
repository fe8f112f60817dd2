export { toUserFacingStatus } from './fulfil/order-status-rules.ts'
export { deleteLeadNotes } from './leads/lead-activity.queries.ts'
export { listDeliveredPropertyIds } from './leads/leads.queries.ts'
export { orderSchedule, orderTasks } from './orders.jobs.ts'
export { selectOrderNames } from './orders.queries.ts'
export { orderRoutes } from './orders.routes.ts'
export {
  countFailedByDay,
  countOrdersByStatus,
  countOrdersInProgress,
  countPlacedByDay,
  countUserLeadsByDay,
  countUserOrdersByDay,
  getInProgressByType,
  getInProgressStats,
  getPlacedOrderStats,
  getUserNumbersChecked,
  listNewestFailures,
} from './stats.queries.ts'
