import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import { dataCoverage } from '@dooryard/contract/data/data-coverage'
import { propertyMap } from '@dooryard/contract/properties/map'
import { mapParcels } from '@dooryard/contract/properties/map-parcels'
import { mapSales } from '@dooryard/contract/properties/map-sales'
import { ownerReveals } from '@dooryard/contract/properties/owner-reveals'
import { properties } from '@dooryard/contract/properties/properties'
import { valuations } from '@dooryard/contract/properties/valuation'
import type { Context } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { findProperties } from './addresses/find-properties.ts'
import { listAddresses } from './addresses/list-addresses.ts'
import { buyerRoutes } from './buyers/buyers.routes.ts'
import { countySetupRoutes } from './county-setup/county-setups.routes.ts'
import { mapProperties } from './map/map-properties.ts'
import { createTileCache, getParcelTile } from './map/parcels/get-parcel-tile.ts'
import { getMapSales } from './map/sales/get-map-sales.ts'
import { mapPartRoutes } from './places/base-map/import/manage/map-parts.routes.ts'
import { getDataCoverage } from './places/data-coverage/get-data-coverage.ts'
import { gazetteerRoutes } from './places/gazetteer/gazetteers.routes.ts'
import type { OwnerAccess } from './records/owners/present-owners.ts'
import { getRevealAllowance, revealOwner } from './records/owners/reveal-owner.ts'
import { datasetRoutes } from './rolls/refresh/datasets.routes.ts'
import { rollRoutes } from './rolls/rolls.routes.ts'
import { createAnswerCache } from './search/answer-cache.ts'
import type { SearchSources } from './search/compile/selection.ts'
import { filterRoutes } from './search/filters/filters.routes.ts'
import { countProperties, getProperty, listOtherProperties, searchProperties } from './search/search-properties.ts'
import { sourceRoutes } from './sources/stored/sources.routes.ts'
import { exportValuation } from './valuation/export/export-valuation.ts'
import { valueProperty } from './valuation/value-property.ts'

type PropertyRouteOptions = SearchSources & {
  maxFileBytes: number
  outbound: Outbound
  importDir: string
  /** The data folder where imported streets are kept; null where maps show another base map. */
  mapFolder: string | null
  owners: OwnerAccess
  /** Notes that a user has searched. */
  recordSearch: (ctx: Context) => Promise<void>
}

const cacheLimits = { entries: 5_000, bytes: 32 * 1024 ** 2 }

/** The routes of the property data: searches, maps, buyers, filters and rolls, with one shared answer cache. */
export function propertyRoutes({
  maxFileBytes,
  outbound,
  importDir,
  mapFolder,
  recordSearch,
  ...sources
}: PropertyRouteOptions): Route[] {
  const service = { ...sources, cache: createAnswerCache(cacheLimits) }
  const tiles = createTileCache()
  /** Opening a finder counts everything: it is a search only with a filter. */
  const recordFiltered = (ctx: Context, criteria: Criteria) =>
    isEmptyCriteria(criteria) ? undefined : recordSearch(ctx)
  return [
    ...handlers(properties, {
      search: (ctx, { body }) => searchProperties(ctx, service, body),
      count: async (ctx, { body }) => {
        const [answer] = await Promise.all([countProperties(ctx, service, body), recordFiltered(ctx, body.criteria)])
        return answer
      },
      get: (ctx, { params }) => getProperty(ctx, service.owners, params.id),
      sameOwner: (ctx, { params, query }) => listOtherProperties(ctx, service.owners, params.id, query),
      addresses: (ctx, { query }) => listAddresses(ctx, query),
      matches: (ctx, { query }) => findProperties(ctx, query),
    }),
    ...handlers(ownerReveals, {
      allowance: (ctx) => getRevealAllowance(ctx, service.owners),
      reveal: (ctx, { params }) => revealOwner(ctx, service.owners, params.id),
    }),
    ...handlers(valuations, {
      get: (ctx, { params, body }) => valueProperty(ctx, service, params.id, body),
      export: (ctx, { params, query }) => exportValuation(ctx, service, params.id, query),
    }),
    ...handlers(propertyMap, { map: (ctx, { body }) => mapProperties(ctx, service, body) }),
    ...handlers(mapSales, { find: (ctx, { body }) => getMapSales(ctx, body) }),
    ...handlers(mapParcels, { tile: (ctx, { params }) => getParcelTile(ctx, tiles, params) }),
    ...buyerRoutes({ owners: service.owners, recordSearch }),
    ...handlers(dataCoverage, { get: (ctx) => getDataCoverage(ctx) }),
    ...filterRoutes,
    ...rollRoutes,
    ...countySetupRoutes({ outbound, importDir, maxFileBytes }),
    ...sourceRoutes,
    ...gazetteerRoutes,
    ...mapPartRoutes(mapFolder),
    ...datasetRoutes({ outbound, importDir, maxFileBytes }),
  ]
}
