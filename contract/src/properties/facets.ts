import { z } from 'zod'
import { getExample } from '../api/examples.ts'

const valueFacets = [
  'location.states',
  'location.counties',
  'location.cities',
  'location.zips',
  'property.assetClasses',
  'property.assetSubGroups',
  'property.assetUseTypes',
  'owner.ownerTypes',
  'owner.occupancies',
  'owner.acquiredByQc',
  'owner.targetTypes',
  'owner.mailingStates',
  'mortgage.loanTypes',
  'mortgage.lenderTypes',
  'sale.deedTypes',
  'sale.cashPurchase',
  'sale.armsLength',
  'signals.anyOf',
  'contact.hasPhone',
  'contact.hasEmail',
  'owner.homestead',
  'building.constructions',
  'building.conditions',
  'building.zoningCodes',
] as const

const rangeFacets = [
  'property.bedrooms',
  'property.bathrooms',
  'property.livingAreaSqft',
  'property.lotSqft',
  'property.yearBuilt',
  'property.units',
  'property.stories',
  'property.estimatedValue',
  'property.assessedValue',
  'owner.yearsOwned',
  'owner.propertiesOwned',
  'mortgage.openLoans',
  'mortgage.balance',
  'mortgage.ltvPercent',
  'mortgage.equityPercent',
  'mortgage.equityAmount',
  'sale.price',
  'building.effectiveYear',
  'assessment.landValue',
  'assessment.improvementValue',
  'assessment.valueYear',
  'assessment.taxAmount',
  'assessment.taxYear',
] as const

export type ValueFacetKey = (typeof valueFacets)[number]
export type RangeFacetKey = (typeof rangeFacets)[number]
export type FacetKey = ValueFacetKey | RangeFacetKey

export const facetKeys = [...valueFacets, ...rangeFacets] as const

/** The facets that one request may include: no group of filters has more. */
export const FacetKeys = z
  .array(z.enum(facetKeys))
  .max(12, 'At most 12 facets at once')
  .transform((keys) => [...new Set(keys)])

const unknown = z.int().describe('Number of matches with an unknown value')

const ValueFacet = z
  .object({
    kind: z.literal('VALUES'),
    key: z.enum(valueFacets),
    unknown,
    values: z
      .array(z.object({ value: z.string(), count: z.int() }))
      .describe('Occurring values, most frequent first, at most 1,000; a property with several values counts for each'),
  })
  .meta({
    id: 'ValueFacet',
    example: {
      kind: 'VALUES',
      key: 'owner.occupancies',
      unknown: 0,
      values: [
        { value: 'OWNER_OCCUPIED', count: 1204 },
        { value: 'ABSENTEE_IN_STATE', count: 411 },
      ],
    },
  })

const RangeFacet = z
  .object({
    kind: z.literal('RANGE'),
    key: z.enum(rangeFacets),
    unknown,
    min: z.number().nullable().describe('The smallest known value; null when none is known'),
    max: z.number().nullable(),
    buckets: z
      .array(z.object({ from: z.number().nullable(), to: z.number().nullable(), count: z.int() }))
      .describe('From `from` (inclusive) to `to` (exclusive); null is an open end. The same for every search'),
  })
  .meta({
    id: 'RangeFacet',
    example: {
      kind: 'RANGE',
      key: 'property.bedrooms',
      unknown: 12,
      min: 0,
      max: 9,
      buckets: [
        { from: null, to: 1, count: 3 },
        { from: 1, to: 2, count: 120 },
        { from: 2, to: null, count: 1480 },
      ],
    },
  })

/** How the matches split by one field, ignoring the criteria of that field itself. */
export const Facet = z
  .discriminatedUnion('kind', [ValueFacet, RangeFacet])
  .meta({ id: 'Facet', example: getExample(ValueFacet) })
export type Facet = z.infer<typeof Facet>

export const FilterBreakdown = z
  .object({
    total: z.int().describe('Number of all properties'),
    clauses: z.array(
      z.object({
        key: z
          .string()
          .describe('Path of the filter in the criteria; `mortgage.loan` stands for all filters of a single loan'),
        remaining: z.int().describe('Number of matches left after this filter and those before it'),
        givesBack: z
          .int()
          .nullable()
          .describe(
            'How many more would match without this clause. Null for a location while the whole country is still being ' +
              'counted in the background: repeat the request for the value',
          ),
      }),
    ),
  })
  .meta({
    id: 'SearchWaterfall',
    description: 'What each filter removes, in the order of the criteria',
    example: {
      total: 2000000,
      clauses: [
        { key: 'location', remaining: 41210, givesBack: 96004 },
        { key: 'property.yearBuilt', remaining: 20400, givesBack: 1611 },
        { key: 'owner.occupancies', remaining: 1834, givesBack: 18566 },
      ],
    },
  })
export type FilterBreakdown = z.infer<typeof FilterBreakdown>
