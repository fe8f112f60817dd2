// Statistics for administrators: the overview, the state of the system and its jobs, one user's activity, and the
// effect of a new price per lead.
// Tables and jobs: none; it reads through the queries that other modules export.
// Routes: /v1/admin/overview, /v1/admin/operations, /v1/admin/jobs, /v1/admin/users/{id}/statistics,
// /v1/admin/credit-settings/{id}/effect.
// Start with overview.ts, operations.ts and user-statistics.ts.

export type { ServerInfo } from './operations.ts'
export { creditSettingEffectRoutes, statisticsRoutes } from './statistics.routes.ts'
