export { creditSettingEffectRoutes } from './credit-setting-effect.routes.ts'
export type { Machinery } from './show-operations.ts'
export { statisticsRoutes } from './statistics.routes.ts'
