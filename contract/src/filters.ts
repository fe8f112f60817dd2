import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const FilterItem = z
  .object({
    value: z.string(),
    label: z.string(),
    description: z.string().optional(),
    count: z.int().optional(),
    parent: z.string().optional(),
  })
  .meta({ id: 'FilterItem', example: { value: '47037', label: 'Davidson County, TN', count: 41210, parent: 'TN' } })
export type FilterItem = z.infer<typeof FilterItem>

const FilterItems = z.object({ items: z.array(FilterItem) })

const limit = z.coerce.number().int().min(1).max(100).default(20)
const search = z.string().trim().max(60).optional()
const state = z.string().length(2, 'A state is two letters').optional()
const county = z.string().length(5, 'A county is its five-digit FIPS code').optional()

const filter = <Query extends z.ZodObject>(path: `/v1/filters/${string}`, summary: string, query: Query) =>
  endpoint({ method: 'GET', path, summary, tag: 'Filters', access: 'SIGNED_IN', query, response: FilterItems })

export const filters = {
  states: filter('/v1/filters/states', 'States with data, with how many properties', z.object({ search, limit })),
  counties: filter(
    '/v1/filters/counties',
    'Counties with data, with how many properties',
    z.object({ state, search, limit }),
  ),
  cities: filter(
    '/v1/filters/cities',
    'Cities with data, the ones with most properties first',
    z.object({ state, county, search, limit }),
  ),
  zips: filter(
    '/v1/filters/zips',
    'ZIP codes with data, the ones with most properties first',
    z.object({ state, county, city: z.string().max(80).optional(), search, limit }),
  ),
}
