import { savedSearches } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { handlers } from '../../platform/http/handlers.ts'
import type { Deliveries } from './count-now.ts'
import { defaultSavedSearch, listChanges, listSavedSearches, ownSavedSearch } from './own-saved-search.ts'
import { visitSavedSearch } from './recount-searches.job.ts'
import { removeSavedSearch, restoreSavedSearch } from './remove-saved-search.ts'
import { changeSavedSearch, makeDefault, saveSearch } from './save-search.ts'

export const savedSearchRoutes = ({ deliveredTo }: Deliveries) => {
  const inside = (ctx: Context) => ({ ...ctx, deliveredTo })
  return handlers(savedSearches, {
    list: (ctx, { query }) => listSavedSearches(inside(ctx), query),
    create: (ctx, { body }) => saveSearch(inside(ctx), body),
    getDefault: (ctx) => defaultSavedSearch(inside(ctx)),
    get: (ctx, { params }) => ownSavedSearch(inside(ctx), params.id),
    change: (ctx, { params, body }) => changeSavedSearch(inside(ctx), params.id, body),
    remove: (ctx, { params }) => removeSavedSearch(ctx, params.id),
    restore: (ctx, { params }) => restoreSavedSearch(inside(ctx), params.id),
    visit: (ctx, { params }) => visitSavedSearch(inside(ctx), params.id),
    changes: (ctx, { params, query }) => listChanges(ctx, params.id, query),
    makeDefault: (ctx, { params }) => makeDefault(inside(ctx), params.id),
  })
}
