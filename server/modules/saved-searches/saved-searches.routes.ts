import { savedSearches } from '@dooryard/contract/saved-searches'
import { handlers } from '../../platform/http/handlers.ts'
import { listChanges } from './list-changes.ts'
import { listSavedSearches } from './list-saved-searches.ts'
import { defaultSavedSearch, ownSavedSearch } from './own-saved-search.ts'
import { removeSavedSearch, restoreSavedSearch } from './remove-saved-search.ts'
import { changeSavedSearch, makeDefault, saveSearch } from './save-search.ts'
import { visitSavedSearch } from './visit-saved-search.ts'

export const savedSearchRoutes = handlers(savedSearches, {
  list: (ctx, { query }) => listSavedSearches(ctx, query),
  create: (ctx, { body }) => saveSearch(ctx, body),
  getDefault: (ctx) => defaultSavedSearch(ctx),
  get: (ctx, { params }) => ownSavedSearch(ctx, params.id),
  change: (ctx, { params, body }) => changeSavedSearch(ctx, params.id, body),
  remove: (ctx, { params }) => removeSavedSearch(ctx, params.id),
  restore: (ctx, { params }) => restoreSavedSearch(ctx, params.id),
  visit: (ctx, { params }) => visitSavedSearch(ctx, params.id),
  changes: (ctx, { params, query }) => listChanges(ctx, params.id, query),
  makeDefault: (ctx, { params }) => makeDefault(ctx, params.id),
})
