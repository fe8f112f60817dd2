import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { exampleOf } from './examples.ts'
import { PageQuery, SortOrder } from './paging.ts'
import { Facet, FacetKeys, SearchWaterfall } from './search-answers.ts'

/** `place` is by state, county and ZIP: the order in which a page comes fastest. */
export const propertySorts = [
  'place',
  'address',
  'ownerName',
  'estimatedValue',
  'yearBuilt',
  'livingAreaSqft',
  'lastSaleDate',
  'lastSalePrice',
] as const

/** How many properties a search lists, whatever it counts: nobody reads on, and the store would sort the country for it. */
export const deepestRow = 100_000

const answersAsked = {
  facets: FacetKeys.optional().describe(
    'Fields to split the matches by; each is split as if it were not filtered by, to show what else there is',
  ),
  waterfall: z.boolean().optional().describe('Whether to tell what each clause takes away'),
}

export const searchAnswers = { facets: z.array(Facet).optional(), waterfall: SearchWaterfall.optional() }

export const PropertySearch = z
  .strictObject({
    ...PageQuery.shape,
    criteria: Criteria,
    sort: z.enum(propertySorts).default('place'),
    order: SortOrder.default('asc'),
    ...answersAsked,
  })
  .meta({
    id: 'PropertySearch',
    example: { criteria: exampleOf(Criteria), page: 1, limit: 25, sort: 'estimatedValue', order: 'desc' },
  })
export type PropertySearch = z.infer<typeof PropertySearch>

export const PropertyCountQuery = z.strictObject({ criteria: Criteria, ...answersAsked }).meta({
  id: 'PropertyCountQuery',
  example: { criteria: exampleOf(Criteria), facets: ['owner.occupancies'], waterfall: true },
})
export type PropertyCountQuery = z.infer<typeof PropertyCountQuery>

export const PropertyCount = z
  .object({
    count: z.int().describe('Properties that match, exactly; as the search lists them'),
    alreadyDelivered: z
      .int()
      .describe('Further ones that match and are left out, because they were delivered to you before'),
    mailable: z.int().describe('Of these, how many have an owner name and a full mailing address'),
    dataAsOf: z.iso.datetime().nullable().describe('When the newest roll was ingested'),
    ...searchAnswers,
  })
  .meta({ id: 'PropertyCount' })
export type PropertyCount = z.infer<typeof PropertyCount>
