import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Route } from '../../../../platform/http/handlers.ts'
import { takeNameSearches } from './name-searches.ts'
import type { OwnerAccess } from './present-owners.ts'

/**
 * The routes with the owner names in the criteria of their bodies counted before they are searched for, saved or ordered.
 * A test of the contract finds a call that takes criteria in another place.
 */
export const limitNameSearches = (routes: readonly Route[], owners: OwnerAccess): Route[] =>
  routes.map((route) => (route.endpoint.body ? limitRoute(route, owners) : route))

const limitRoute = ({ endpoint, handle }: Route, owners: OwnerAccess): Route => ({
  endpoint,
  handle: async (ctx, input) => {
    // Parsed by the contract, in which the `criteria` of all bodies have this schema.
    const { criteria } = (input.body ?? {}) as { criteria?: Criteria }
    if (criteria) await takeNameSearches(ctx, owners, criteria)
    return handle(ctx, input)
  },
})
