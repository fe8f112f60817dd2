export { excludedCriteria } from './saved-criteria.ts'
export { savedSearchRoutes } from './saved-searches.routes.ts'
