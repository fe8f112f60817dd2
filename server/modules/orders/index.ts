export { forgetNotes } from './lead-activity.queries.ts'
export { deliveredIds } from './leads.queries.ts'
export { orderSchedule, orderTasks } from './orders.jobs.ts'
export { selectOrderNames } from './orders.queries.ts'
export { orderRoutes } from './orders.routes.ts'
export {
  allOrdersUnderWay,
  countByStatus,
  failedByDay,
  newestFailures,
  ordersUnderWay,
  placedByDay,
  placedOfType,
  underWayOfType,
  userLeadsByDay,
  userNumbersChecked,
  userOrdersByDay,
} from './stats.queries.ts'
export { userFacingStatus } from './transitions.ts'
