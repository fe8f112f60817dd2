// What follows from several modules: for administrators the overview, the state of the system and its jobs, one user's
// activity, and the effect of a new price per lead; for every user the first steps of their account.
// Tables: first_steps; all else is read through the queries that other modules export.
// Routes: /v1/admin/overview, /v1/admin/revenue, /v1/admin/operations, /v1/admin/jobs, /v1/admin/users/{id}/statistics,
// /v1/admin/credit-settings/{id}/effect; /v1/auth/private/first-steps.
// Start with overview.ts, operations.ts and user-statistics.ts.

export { firstStepRoutes } from './first-steps/first-steps.routes.ts'
export { createSearchRecorder } from './first-steps/record-search.ts'
export type { ServerInfo } from './operations.ts'
export { creditSettingEffectRoutes, statisticsRoutes } from './statistics.routes.ts'
