export type { ServerInfo } from './operations.ts'
export { creditSettingEffectRoutes, statisticsRoutes } from './statistics.routes.ts'
