import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { assetSubGroups, enumWithLabels } from '../api/enums.ts'
import { PropertyId, situs } from './properties.ts'

export const minComparables = 5
export const maxComparables = 25
export const maxAddedComparables = 25
export const maxExcludedComparables = 100
/** Homes with half or twice the living area say little of each other. */
export const maxAreaPercent = 50

/** The share of sales whose price the range of an estimate is meant to hold. */
export const estimateRangePercent = 80

export const valuationRefusals = enumWithLabels({
  NO_POSITION: ['No position', 'The position of this property is unknown, so no sales near it can be found.'],
  UNKNOWN_TYPE: ['Type unknown', 'The property type is unknown.'],
  NO_TYPE: ['Not a home', 'Only homes of one to four dwellings are estimated, and this property is not one.'],
  NO_AREA: ['No living area', 'The living area of this property is unknown.'],
  TOO_FEW_COMPARABLES: ['Too few comparables', `There are fewer than ${minComparables} comparable sales.`],
})
export type ValuationRefusal = z.infer<typeof valuationRefusals.schema>

export const priceAdjustments = enumWithLabels({
  date: ['Date of sale', 'How prices nearby have moved from the sale to today'],
  area: ['Living area', 'The difference in living area'],
  lot: ['Lot', 'The difference in lot size'],
  age: ['Age', 'The difference in the year built'],
  bathrooms: ['Bathrooms', 'The difference in bathrooms'],
  location: ['Location', 'How prices of similar homes differ between the two places'],
})
export type PriceAdjustment = z.infer<typeof priceAdjustments.schema>

const miles = z.number().min(0.1, 'A distance is 0.1 miles or more').max(25, 'A distance is 25 miles or less')
const months = z.int().min(1, 'Choose one month or more').max(120, 'Choose 120 months or fewer')
const areaPercent = z
  .int()
  .min(5, 'Choose 5 percent or more')
  .max(maxAreaPercent, `Choose ${maxAreaPercent} percent or less`)
const propertyIds = (max: number) => z.array(PropertyId).max(max, `Choose at most ${max} properties`)

export const ValuationQuery = z
  .strictObject({
    miles: miles.optional().describe('How far comparables are looked for; widened until there are enough if omitted'),
    months: months.optional().describe('How old their sales may be; widened until there are enough if omitted'),
    areaPercent: areaPercent
      .optional()
      .describe('By how much their living area may differ; widened until there are enough if omitted'),
    isSameType: z.boolean().optional().describe('Whether only properties of the same asset sub-group are comparables'),
    excluded: propertyIds(maxExcludedComparables).optional().describe('Properties that are not to be comparables'),
    added: propertyIds(maxAddedComparables)
      .optional()
      .describe('Properties whose last sale is a comparable, however different or far they are'),
  })
  .meta({ id: 'ValuationQuery', example: { miles: 1, months: 12 } })
export type ValuationQuery = z.infer<typeof ValuationQuery>

const paid = classified('public-record', z.int())
const nullableInt = z.int().nullable()

const home = {
  propertyId: PropertyId,
  ...situs,
  assetSubGroup: assetSubGroups.schema.nullable(),
  livingAreaSqft: nullableInt,
  lotSqft: nullableInt,
  yearBuilt: nullableInt,
  bedrooms: nullableInt,
  bathrooms: z.number().nullable(),
}

const exampleHome = { livingAreaSqft: 1_620, lotSqft: 7_400, yearBuilt: 1985, bedrooms: 3, bathrooms: 2 }
const exampleAdjustments = { date: 8_200, area: 11_400, lot: -1_200, age: 0, bathrooms: 0, location: 3_000 }
const valuationExample = {
  subject: { ...exampleHome, unit: null },
  used: { miles: 0.5, months: 12, areaPercent: 20, isSameType: true },
  estimate: { value: 412_000, low: 361_000, high: 470_000, rangePercent: estimateRangePercent, salesUsed: 14 },
  ...{ reason: null, trendPercent: 3.1, indexed: null, candidates: 38 },
  comparables: [
    {
      ...{ ...exampleHome, livingAreaSqft: 1_560, address: '1216 EXAMPLE ORCHARD LN', unit: null },
      ...{ propertyId: '9213382011749035227', lat: 36.1519, lng: -86.8541, distanceMiles: 0.07 },
      ...{ soldOn: '2026-06-18', price: 389_000, pricePerSqft: 249.4, adjustments: exampleAdjustments },
      ...{ adjustedPrice: 410_400, weight: 0.11 },
    },
  ],
}

const ValuationSubject = z.object({
  ...home,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  roll: z.string().describe('The county dataset that it is from'),
  recordedOn: z.iso.date().nullable().describe('The date of that dataset'),
})
export type ValuationSubject = z.infer<typeof ValuationSubject>

const Estimate = z.object({
  value: z.int(),
  low: z.int().describe(`With \`high\`, the range that holds ${estimateRangePercent} of 100 prices of held-out sales`),
  high: z.int(),
  rangePercent: z.int().describe('How many of 100 prices the range is meant to hold'),
  salesUsed: z.int(),
  asOf: z.iso.date(),
})
export type Estimate = z.infer<typeof Estimate>

const IndexedValue = z
  .object({
    value: z.int(),
    lastSaleDate: z.iso.date(),
    lastSalePrice: paid,
    indexName: z.string().describe('The index of house prices, with the area that it covers'),
    from: z.string().describe('The period of the index that the sale falls in: a year, or a quarter such as 2019 Q3'),
    to: z.string().describe('The newest period of the index'),
    change: z.number().describe('The index of `to` divided by that of `from`'),
  })
  .describe('The last sale times the change of an index: not an estimate from comparables')
export type IndexedValue = z.infer<typeof IndexedValue>

const Adjustments = z.object({
  date: z.int(),
  area: z.int(),
  lot: z.int(),
  age: z.int(),
  bathrooms: z.int(),
  location: z.int(),
} satisfies Record<PriceAdjustment, z.ZodType>)
export type Adjustments = z.infer<typeof Adjustments>

const Comparable = z.object({
  ...home,
  lat: z.number(),
  lng: z.number(),
  distanceMiles: z.number(),
  soldOn: z.iso.date(),
  isMonthOnly: z.boolean().describe('The county dataset gives only the month: the day is its first'),
  price: paid,
  pricePerSqft: classified('public-record', z.number().nullable()),
  adjustments: Adjustments.describe('In dollars; with the price, they add up to the adjusted price'),
  adjustedPrice: z.int().describe('What the sale says of the value of the subject today'),
  weight: z.number().min(0).max(1).describe('Its share in the estimate; all shares are 1'),
  roll: z.string().describe('The county dataset with the sale'),
  recordedOn: z.iso.date().nullable().describe('The date of that dataset'),
  isAdded: z.boolean().describe('Added by hand'),
})
export type Comparable = z.infer<typeof Comparable>

export const Valuation = z
  .object({
    subject: ValuationSubject,
    used: z
      .object({ miles: z.number(), months: z.int(), areaPercent: z.int(), isSameType: z.boolean() })
      .describe('What comparables were looked for by, after widening'),
    isWidened: z.boolean().describe('Whether there were too few comparables within the usual limits'),
    estimate: Estimate.nullable().describe('Null where there are fewer than five comparables, with the reason'),
    reason: valuationRefusals.schema.nullable(),
    trendPercent: z
      .number()
      .nullable()
      .describe('How prices nearby have moved in a year, as the date adjustments take it'),
    indexed: IndexedValue.nullable().describe(
      'Only where there is no estimate, and an index of house prices is loaded',
    ),
    comparables: z.array(Comparable).describe('Those with the most weight first'),
    candidates: z.int().describe('Sales within the limits, of which the comparables are the most similar'),
  })
  .meta({ id: 'Valuation', example: valuationExample })
export type Valuation = z.infer<typeof Valuation>

// Of a query, one value is no array.
const listed = (max: number) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), propertyIds(max).optional())
const dollarAmount = z.coerce
  .number()
  .int()
  .min(0, 'An amount is 0 or more')
  .max(1_000_000_000, 'This amount is too large')

/** The choices of a valuation as the query of a file, with the calculator of the page. */
export const ValuationExport = z.object({
  format: z.enum(['CSV', 'PDF']).default('PDF'),
  miles: z.coerce.number().pipe(miles).optional(),
  months: z.coerce.number().pipe(months).optional(),
  areaPercent: z.coerce.number().pipe(areaPercent).optional(),
  isSameType: z.stringbool().optional(),
  excluded: listed(maxExcludedComparables),
  added: listed(maxAddedComparables),
  afterRepairValue: dollarAmount.optional().describe('The estimate if omitted'),
  offerPercent: z.coerce
    .number()
    .min(1, 'Enter 1 percent or more')
    .max(100, 'Enter 100 percent or less')
    .optional()
    .describe('How much of the after-repair value is offered; the file has a maximum offer only with it'),
  repairs: dollarAmount.default(0),
  fee: dollarAmount.default(0),
})
export type ValuationExport = z.infer<typeof ValuationExport>

export type OfferTerms = { afterRepairValue: number; offerPercent: number; repairs: number; fee: number }

/** The most to offer for a property that is sold again once repaired; below 0 there is nothing to gain. */
export const getMaximumOffer = ({ afterRepairValue, offerPercent, repairs, fee }: OfferTerms): number =>
  Math.round((afterRepairValue * offerPercent) / 100) - repairs - fee

const params = z.object({ id: PropertyId })
const valuationEndpoint = endpointFactory({
  tag: 'Properties',
  access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
})

export const valuations = {
  get: valuationEndpoint(
    'POST /v1/properties/{id}/valuation',
    'Estimate the value of a property from comparable sales',
    {
      reads: true,
      params,
      body: ValuationQuery,
      response: Valuation,
      errors: ['UNPROCESSABLE'],
    },
  ),
  export: valuationEndpoint(
    'GET /v1/properties/{id}/valuation/export',
    'Export the estimate of a property and its comparable sales, as PDF or CSV',
    {
      params,
      query: ValuationExport,
      response: z.string().describe('Homes and what they sold for, without owners'),
      errors: ['UNPROCESSABLE'],
      answers: 'file',
      mediaType: ['application/pdf', 'text/csv'],
      limits: [{ name: 'valuation-export', per: 'account', times: 60, seconds: 3600 }],
    },
  ),
}
