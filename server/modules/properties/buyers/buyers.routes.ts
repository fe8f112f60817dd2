import { buyerLists } from '@dooryard/contract/properties/buyer-lists'
import { buyerMatches } from '@dooryard/contract/properties/buyer-matches'
import { buyers } from '@dooryard/contract/properties/buyers'
import type { Context } from '../../../platform/context.ts'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import type { OwnerAccess } from '../records/owners/present-owners.ts'
import {
  addBuyers,
  createBuyerList,
  exportBuyerList,
  listBuyerLists,
  listSavedBuyers,
  removeBuyer,
  removeBuyerList,
  renameBuyerList,
} from './lists/buyer-lists.ts'
import { matchBuyers } from './matches/match-buyers.ts'
import { listBuyerContacts, searchBuyers } from './search-buyers.ts'

type BuyerRouteOptions = {
  owners: OwnerAccess
  /** Notes that a user has searched. */
  recordSearch: (ctx: Context) => Promise<void>
}

/** Searching buyers, saving them in lists, and matching them to a property. */
export const buyerRoutes = ({ owners, recordSearch }: BuyerRouteOptions): Route[] => [
  ...handlers(buyers, {
    search: async (ctx, { body }) => {
      const [found] = await Promise.all([searchBuyers(ctx, owners, body), recordSearch(ctx)])
      return found
    },
    contacts: (ctx, { body }) => listBuyerContacts(ctx, owners, body),
  }),
  ...handlers(buyerLists, {
    list: (ctx) => listBuyerLists(ctx),
    create: (ctx, { body }) => createBuyerList(ctx, body),
    rename: (ctx, { params, body }) => renameBuyerList(ctx, params.id, body),
    remove: (ctx, { params }) => removeBuyerList(ctx, params.id),
    buyers: (ctx, { params, query }) => listSavedBuyers(ctx, owners, params.id, query),
    addBuyers: (ctx, { params, body }) => addBuyers(ctx, params.id, body.propertyIds),
    removeBuyer: (ctx, { params }) => removeBuyer(ctx, owners, params),
    export: (ctx, { params }) => exportBuyerList(ctx, owners, params.id),
  }),
  ...handlers(buyerMatches, { find: (ctx, { body }) => matchBuyers(ctx, owners, body) }),
]
