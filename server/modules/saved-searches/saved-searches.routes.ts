import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Context } from '../../platform/context.ts'
import { handlers } from '../../platform/http/handlers.ts'
import type { OwnerAccess } from '../properties/index.ts'
import type { LeadSources } from './count/count-matches.ts'
import { visitSavedSearch } from './count/recount-searches.job.ts'
import { propertyListRoutes } from './lists/lists.routes.ts'
import { getDefaultSearch, getSavedSearch, listChanges, listSavedSearches } from './manage/read-saved-searches.ts'
import { removeSavedSearch, restoreSavedSearch } from './manage/remove-saved-search.ts'
import { changeSavedSearch, makeDefault, saveSearch } from './manage/save-search.ts'

export const savedSearchRoutes = ({ getOwnLeads, owners }: LeadSources & { owners: OwnerAccess }) => {
  const withLeads = (ctx: Context) => ({ ...ctx, getOwnLeads })
  const searchRoutes = handlers(savedSearches, {
    list: (ctx, { query }) => listSavedSearches(withLeads(ctx), query),
    create: (ctx, { body }) => saveSearch(withLeads(ctx), body),
    getDefault: (ctx) => getDefaultSearch(withLeads(ctx)),
    get: (ctx, { params }) => getSavedSearch(withLeads(ctx), params.id),
    change: (ctx, { params, body }) => changeSavedSearch(withLeads(ctx), params.id, body),
    remove: (ctx, { params }) => removeSavedSearch(ctx, params.id),
    restore: (ctx, { params }) => restoreSavedSearch(withLeads(ctx), params.id),
    visit: (ctx, { params }) => visitSavedSearch(withLeads(ctx), params.id),
    changes: (ctx, { params, query }) => listChanges(ctx, owners, params.id, query),
    makeDefault: (ctx, { params }) => makeDefault(withLeads(ctx), params.id),
  })
  return [...searchRoutes, ...propertyListRoutes({ getOwnLeads, owners })]
}
