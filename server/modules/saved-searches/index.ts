// Saved searches: counted again as data change, with their new and removed matches, and mails about them.
// Tables: saved_searches, saved_search_counts, saved_search_mails, saved_search_sets; in ClickHouse
// saved_search_matches.
// Jobs: recount-searches, notify-search-changes. Schedule: queue-recounts, queue-search-changes and three purges.
// Events: saved_search.changed.
// Routes: /v1/save-search.
// Start with manage/save-search.ts, count/recount-searches.job.ts and changes/notify-changes.job.ts.

export { getExcludedCriteria, listExcludedCriteria } from './count/count-matches.ts'
export { seedDemoSearches } from './manage/seed-demo-searches.ts'
export { savedSearchSchedule, savedSearchTasks } from './saved-searches.jobs.ts'
export {
  countUserSearches,
  deleteUserSearches,
  findSavedSearch,
  findSearchName,
  listSearchNames,
  uncountSearchesExcluding,
} from './saved-searches.queries.ts'
export { savedSearchRoutes } from './saved-searches.routes.ts'
