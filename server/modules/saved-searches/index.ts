// Saved searches: counted again as data change, with their new and removed matches, and mails about them; and lists of
// properties that users put together by hand, which searches can be limited to.
// Tables: saved_searches, saved_search_counts, saved_search_mails, saved_search_sets, property_lists,
// property_list_entries; in ClickHouse saved_search_matches.
// Jobs: recount-searches, notify-search-changes. Schedule: queue-recounts, queue-search-changes and four purges.
// Events: saved_search.changed.
// Routes: /v1/save-search, /v1/property-lists.
// Start with manage/save-search.ts, count/recount-searches.job.ts, changes/notify-changes.job.ts and
// lists/change-list.ts.

export { getExcludedCriteria, listExcludedCriteria } from './count/count-matches.ts'
export { getListedProperties, requirePropertyLists } from './lists/listed-properties.ts'
export { selectPropertiesOfList } from './lists/property-lists.queries.ts'
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
