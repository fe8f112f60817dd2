import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Context } from '../../../../platform/context.ts'
import type { Route } from '../../../../platform/http/handlers.ts'
import { takeNameSearches } from './name-searches.ts'
import type { OwnerAccess } from './present-owners.ts'

type RouteInput = Parameters<Route['handle']>[1]

/**
 * The routes with the owner names in the criteria of their bodies counted before they are searched for, saved or ordered.
 * A test of the contract finds a call that takes criteria in another place.
 */
export const limitNameSearches = (routes: readonly Route[], owners: OwnerAccess): Route[] =>
  routes.map((route) => (route.endpoint.body ? limitRoute(route, owners) : route))

/** Names are counted in `prepare`, outside the transaction of an idempotency key: a refused order has tested them too. */
function limitRoute({ endpoint, handle, prepare }: Route, owners: OwnerAccess): Route {
  const take = async (ctx: Context, { body }: RouteInput) => {
    // Parsed by the contract, in which the `criteria` of all bodies have this schema.
    const { criteria } = (body ?? {}) as { criteria?: Criteria }
    if (criteria) await takeNameSearches(ctx, owners, criteria)
  }
  return {
    endpoint,
    handle: async (ctx, input) => {
      await take(ctx, input)
      return handle(ctx, input)
    },
    prepare: async (ctx, input) => {
      await take(ctx, input)
      return prepare ? prepare(ctx, input) : (given) => handle(given, input)
    },
  }
}
