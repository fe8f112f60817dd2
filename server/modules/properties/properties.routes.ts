import { filters } from '@dooryard/contract/filters'
import { sliceOf, toPage } from '@dooryard/contract/paging'
import { properties } from '@dooryard/contract/properties'
import { rolls } from '@dooryard/contract/rolls'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { listCities, listCounties, listStates, listZips } from './places/list-places.ts'
import { countRolls, listRolls } from './rolls/rolls.queries.ts'
import { countProperties, type DeliveredTo, propertyById, searchProperties } from './search-properties.ts'

/** What was delivered to a user is known above this module, so it is handed in. */
export const propertyRoutes = ({ deliveredTo }: { deliveredTo: DeliveredTo }): Route[] => [
  ...handlers(properties, {
    search: (ctx, { body }) => searchProperties(ctx, deliveredTo, body),
    count: (ctx, { body }) => countProperties(ctx, deliveredTo, body.criteria),
    get: (ctx, { params }) => propertyById(ctx, params.id),
  }),
  ...handlers(filters, {
    states: (ctx, { query }) => listStates(ctx.clickhouse, query),
    counties: (ctx, { query }) => listCounties(ctx.clickhouse, query),
    cities: (ctx, { query }) => listCities(ctx.clickhouse, query),
    zips: (ctx, { query }) => listZips(ctx.clickhouse, query),
  }),
  ...handlers(rolls, {
    list: async ({ db }, { query }) => {
      const [rows, count] = await Promise.all([listRolls(db, sliceOf(query)), countRolls(db)])
      const items = rows.map((row) => ({ ...row, id: String(row.id), ingestedAt: row.ingestedAt.toISOString() }))
      return toPage(items, count, query)
    },
  }),
]
