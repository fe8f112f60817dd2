import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Context } from '../../platform/context.ts'
import { handlers } from '../../platform/http/handlers.ts'
import type { Deliveries } from './count/count-matches.ts'
import { visitSavedSearch } from './count/recount-searches.job.ts'
import { getDefaultSearch, getSavedSearch, listChanges, listSavedSearches } from './manage/read-saved-searches.ts'
import { removeSavedSearch, restoreSavedSearch } from './manage/remove-saved-search.ts'
import { changeSavedSearch, makeDefault, saveSearch } from './manage/save-search.ts'

export const savedSearchRoutes = ({ deliveredTo }: Deliveries) => {
  const withDeliveries = (ctx: Context) => ({ ...ctx, deliveredTo })
  return handlers(savedSearches, {
    list: (ctx, { query }) => listSavedSearches(withDeliveries(ctx), query),
    create: (ctx, { body }) => saveSearch(withDeliveries(ctx), body),
    getDefault: (ctx) => getDefaultSearch(withDeliveries(ctx)),
    get: (ctx, { params }) => getSavedSearch(withDeliveries(ctx), params.id),
    change: (ctx, { params, body }) => changeSavedSearch(withDeliveries(ctx), params.id, body),
    remove: (ctx, { params }) => removeSavedSearch(ctx, params.id),
    restore: (ctx, { params }) => restoreSavedSearch(withDeliveries(ctx), params.id),
    visit: (ctx, { params }) => visitSavedSearch(withDeliveries(ctx), params.id),
    changes: (ctx, { params, query }) => listChanges(ctx, params.id, query),
    makeDefault: (ctx, { params }) => makeDefault(withDeliveries(ctx), params.id),
  })
}
