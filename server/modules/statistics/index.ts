export type { Machinery } from './show-operations.ts'
export { creditSettingEffectRoutes, statisticsRoutes } from './statistics.routes.ts'
