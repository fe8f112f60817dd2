import { z } from 'zod'
import { getExample } from '../api/examples.ts'
import { PageQuery, SortOrder } from '../api/paging.ts'
import { Criteria } from '../criteria/criteria.ts'
import { Facet, FacetKeys, FilterBreakdown } from './facets.ts'

/** `place` sorts by state, county and ZIP: the fastest order. */
export const propertySorts = [
  'place',
  'address',
  'ownerName',
  'estimatedValue',
  'yearBuilt',
  'livingAreaSqft',
  'lastSaleDate',
  'lastSalePrice',
  'effectiveYear',
  'landValue',
  'improvementValue',
  'taxAmount',
] as const

/**
 * How many properties a search lists, whatever it counts: nobody pages further, and the store would have to sort the
 * whole country.
 */
export const maxListedRows = 100_000

const breakdownOptions = {
  facets: FacetKeys.optional().describe(
    'Fields to count matches by; each ignores its own filter, to show the alternatives',
  ),
  waterfall: z.boolean().optional().describe('Whether to return the filter breakdown: what each filter removes'),
}

export const breakdownResults = { facets: z.array(Facet).optional(), waterfall: FilterBreakdown.optional() }

export const PropertySearch = z
  .strictObject({
    ...PageQuery.shape,
    criteria: Criteria,
    sort: z.enum(propertySorts).default('place'),
    order: SortOrder.default('asc'),
    ...breakdownOptions,
  })
  .meta({
    id: 'PropertySearch',
    example: { criteria: getExample(Criteria), page: 1, limit: 25, sort: 'estimatedValue', order: 'desc' },
  })
export type PropertySearch = z.infer<typeof PropertySearch>

export const PropertyCountQuery = z.strictObject({ criteria: Criteria, ...breakdownOptions }).meta({
  id: 'PropertyCountQuery',
  example: { criteria: getExample(Criteria), facets: ['owner.occupancies'], waterfall: true },
})
export type PropertyCountQuery = z.infer<typeof PropertyCountQuery>

const PurchasedCount = z
  .object({
    total: z.int().describe('All purchased matches; excluded from the count by default'),
    mail: z.int().describe('Of these, purchased with a Mail Ready order'),
    call: z.int().describe('Of these, purchased with a Call Ready order'),
    both: z.int().describe('Of these, purchased with both'),
  })
  .describe('Matching leads you purchased in the last 365 days, in or beside the count')
  .meta({ id: 'PurchasedCount', example: { total: 343, mail: 60, call: 313, both: 30 } })
export type PurchasedCount = z.infer<typeof PurchasedCount>

export const PropertyCount = z
  .object({
    count: z.int().describe('Exact number of matching properties, as listed by the search'),
    alreadyDelivered: z.int().describe('Further matches excluded because you purchased them in the last 365 days'),
    purchased: PurchasedCount,
    mailable: z.int().describe('Of these, how many have an owner name and a full mailing address'),
    dataAsOf: z.iso.datetime().nullable().describe('When the newest county dataset was imported'),
    ...breakdownResults,
  })
  .meta({ id: 'PropertyCount' })
export type PropertyCount = z.infer<typeof PropertyCount>
