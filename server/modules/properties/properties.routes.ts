import { buyers } from '@dooryard/contract/buyers'
import { propertyMap } from '@dooryard/contract/map'
import { properties } from '@dooryard/contract/properties'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { listAddresses } from './addresses/list-addresses.ts'
import { searchBuyers } from './buyers/search-buyers.ts'
import { filterRoutes } from './filters/filters.routes.ts'
import { mapProperties } from './map/map-properties.ts'
import { rollRoutes } from './rolls/rolls.routes.ts'
import { answerCache } from './search/answer-cache.ts'
import type { SearchSources } from './search/selection.ts'
import { countProperties, othersOfOwner, propertyById, searchProperties } from './search-properties.ts'

type Options = SearchSources & {
  maxFileBytes: number
}

const cacheLimits = { entries: 5_000, bytes: 32 * 1024 ** 2 }

/** The routes of the property data: searches, maps, buyers, filters and rolls, over one cache of answers. */
export function propertyRoutes({ maxFileBytes, ...sources }: Options): Route[] {
  const desk = { ...sources, cache: answerCache(cacheLimits) }
  return [
    ...handlers(properties, {
      search: (ctx, { body }) => searchProperties(ctx, desk, body),
      count: (ctx, { body }) => countProperties(ctx, desk, body),
      get: (ctx, { params }) => propertyById(ctx, params.id),
      sameOwner: (ctx, { params, query }) => othersOfOwner(ctx, params.id, query),
      addresses: (ctx, { query }) => listAddresses(ctx, query),
    }),
    ...handlers(propertyMap, { map: (ctx, { body }) => mapProperties(ctx, desk, body) }),
    ...handlers(buyers, { search: (ctx, { body }) => searchBuyers(ctx, body) }),
    ...filterRoutes,
    ...rollRoutes({ maxFileBytes }),
  ]
}
