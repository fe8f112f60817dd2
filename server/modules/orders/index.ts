// Orders of leads: quotes, placing, selection and scrubbing of leads, files, expiry, the board of delivered leads,
// recurring orders, letters, and the suppression lists whose addresses searches and orders leave out.
// Tables: orders, pipeline_leads, lead_activity, lead_labels, lead_tasks, lead_purchases, export_presets, and order_exports, _files, _leads,
// _notices and _transitions; test_orders; suppression_lists, _entries, _matches and _daily_entries;
// recurring_orders, recurring_order_runs; letter_templates, letter_senders, mailings, mailing_recipients and mailing_files.
// Jobs: fulfil-priced-order, refresh-dnc, run-recurring-order, advance-test-order, make-mailing-file. Schedule: rescue-orders, rescue-dnc-refreshes,
// queue-recurring-orders, fail-abandoned-runs, expire-orders, purge-export-files, purge-deleted-notes, notify-of-due-tasks, send-task-digests,
// purge-deleted-tasks, purge-suppression-uploads, purge-test-orders, purge-mailing-files.
// Events: all that start with order.
// Routes: /v1/recurring-orders; /v1/suppression-lists, /v1/enterprise/suppression-lists; /v1/orders/quote, /v1/order-private,
// /v1/single-leads, /v1/leads, /v1/lead-labels, /v1/lead-tasks, /v1/letter-templates, /v1/letter-sender, /v1/mailings, /v1/export-presets, /v1/enterprise/orders, /v1/test-orders, /v1/admin/test-orders, /v1/admin/orders, and the orders below /v1/enterprise-private/campaigns and /v1/admin/campaigns.
// Start with place/place-order.ts, purchases/own-leads.ts, suppression/match-lists.ts, fulfil/fulfil-order.job.ts and
// fulfil/order-status-rules.ts (the transitions).

export { attachFileLink } from './export/send-order.ts'
export { toUserFacingStatus } from './fulfil/order-status-rules.ts'
export { deleteUserLabelsNotesAndCalls } from './leads/lead-activity.queries.ts'
export { deleteUserLetters } from './leads/letters/templates/letter-templates.queries.ts'
export { findNextTaskNotice } from './leads/tasks/due-tasks.queries.ts'
export { claimTodaysTasks } from './leads/tasks/notify-due-tasks.ts'
export { orderSchedule, orderTasks } from './orders.jobs.ts'
export { selectOrderNames } from './orders.queries.ts'
export { orderRoutes } from './orders.routes.ts'
export { deleteUserRecurringOrders } from './place/recurring/recurring.queries.ts'
export { getOwnLeads } from './purchases/own-leads.ts'
export { listPurchasedOwners } from './purchases/purchases.queries.ts'
export { hasCampaignOrder } from './read/get-order.ts'
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
} from './read/stats.queries.ts'
export { deleteUserSuppressionLists } from './suppression/suppression.queries.ts'
