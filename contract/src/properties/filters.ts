import { z } from 'zod'
import { CountyFips } from '../api/county-fips.ts'
import { endpoint } from '../api/endpoint.ts'
import { assetClasses, assetSubGroups } from '../api/enums.ts'
import { textLine } from '../api/text.ts'
import { type FieldType, rangeUnits } from '../criteria/criteria-fields.ts'

/** In miles. */
export const distances = [0.25, 0.5, 1, 2, 3, 5, 10, 25, 50] as const

const FilterItem = z
  .object({
    value: z.string(),
    label: z.string(),
    description: z.string().optional(),
    count: z.int().optional(),
    /** The state of a county or city, the city of a ZIP, the class of a sub-group, the sub-group of a use type. */
    parent: z.string().optional(),
    lat: z.number().optional(),
    lng: z.number().optional(),
  })
  .meta({ id: 'FilterItem', example: { value: '47037', label: 'Davidson County, TN', count: 41210, parent: 'TN' } })
export type FilterItem = z.infer<typeof FilterItem>

const FilterItems = z.object({ items: z.array(FilterItem) })

const FilterField = z
  .object({
    key: z.string(),
    group: z.string(),
    label: z.string(),
    hint: z.string().optional(),
    type: z.enum(['terms', 'values', 'range', 'dates', 'text', 'yesNo'] satisfies FieldType[]),
    operators: z.array(z.string()),
    unit: z.enum(rangeUnits).optional(),
    /** The bounds of the loaded data: a number or a date; absent while unknown. */
    min: z.union([z.number(), z.iso.date()]).optional(),
    max: z.union([z.number(), z.iso.date()]).optional(),
    values: z.array(FilterItem).optional(),
  })
  .meta({
    id: 'FilterField',
    example: { key: 'bedrooms', group: 'property', label: 'Bedrooms', type: 'range', operators: ['min', 'max'] },
  })
export type FilterField = z.infer<typeof FilterField>

const FilterFields = z.object({ fields: z.array(FilterField) })

const limit = z.coerce.number().int().min(1).max(100).default(20)
const search = textLine().max(60).optional()
const state = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'A state is two letters')
  .optional()
const county = CountyFips.optional()
// A repeated query key is an array, a single one is not.
const list = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(value).max(100).optional())
const cityName = textLine()
  .max(80)
  .regex(/^[A-Za-z]{2}:\S/, 'A city is written STATE:NAME')
const city = cityName.optional()
const zip = z.string().regex(/^\d{5}$/, 'A ZIP is five digits')

const filterEndpointBase = { method: 'GET', tag: 'Filters', access: 'SIGNED_IN' } as const

type ItemsOptions<Query> = { query?: Query; alsoAt?: `/v1/filters/${string}` }

const items = <Query extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  path: `/v1/filters/${string}`,
  summary: string,
  more: ItemsOptions<Query> = {},
) => endpoint({ ...filterEndpointBase, path, summary, response: FilterItems, ...more })

/**
 * The specification does not say whether these paths are under `properties`, so both work; the shorter one is
 * documented.
 */
const propertyItemsEndpoint = <Query extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  name: string,
  summary: string,
  more: Pick<ItemsOptions<Query>, 'query'> = {},
) => items<Query>(`/v1/filters/${name}`, summary, { ...more, alsoAt: `/v1/filters/properties/${name}` })

const fields = (path: `/v1/filters/${string}`, summary: string) =>
  endpoint({ ...filterEndpointBase, path, summary, response: FilterFields })

export const filters = {
  properties: fields('/v1/filters/properties', 'List the filters for properties, last sales and signals'),
  owners: fields('/v1/filters/owners', 'List the filters for owners and their contacts'),
  mortgages: fields('/v1/filters/mortgages', 'List the filters for open mortgages'),
  acquiredByQc: items('/v1/filters/owners/acquired-by-qc', 'List the values of the quitclaim filter'),
  occupancy: items('/v1/filters/owners/occupancy', 'List occupancies'),
  ownerType: items('/v1/filters/owners/owner-type', 'List owner types'),
  targetType: items('/v1/filters/owners/target-type', 'List marketing segments'),
  assetClass: items('/v1/filters/properties/asset-class', 'List asset classes'),
  assetSubGroups: propertyItemsEndpoint('asset-sub-groups', 'List asset sub-groups, each with its class', {
    query: z.object({ parent: assetClasses.schema.optional() }),
  }),
  assetUseTypes: propertyItemsEndpoint('asset-use-types', 'List asset use types, each with its sub-group', {
    query: z.object({ parent: assetSubGroups.schema.optional() }),
  }),
  distances: propertyItemsEndpoint('distances', 'List distances around a point, in miles'),
  states: propertyItemsEndpoint('states', 'List states, those with data first', {
    query: z.object({ search, limit: limit.default(100) }),
  }),
  counties: propertyItemsEndpoint('counties', 'List counties, those with data first', {
    query: z.object({ state, values: list(CountyFips), search, limit }),
  }),
  cities: propertyItemsEndpoint('cities', 'List cities, those with data first (names and positions: GeoNames, CC BY)', {
    query: z.object({ state, county, values: list(cityName), search, limit }),
  }),
  zips: propertyItemsEndpoint('zips', 'List ZIP codes, those with data first (GeoNames, CC BY)', {
    query: z.object({ state, county, city, values: list(zip), search, limit }),
  }),
}
