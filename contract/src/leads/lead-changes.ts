import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { enumWithLabels, leadStages } from '../api/enums.ts'
import { PropertyId, situs } from '../properties/properties.ts'

/** Of more sold leads, those sold last; of more changed values, the largest changes. */
export const maxListedChanges = 20

/** Leads of the board that are compared with the county datasets; of more, those that moved last. */
export const maxComparedLeads = 10_000

/** A smaller change of a value, as a share of the value at delivery, is no news. */
export const minValueChange = 0.05

/** Older sales are no news. */
export const maxSaleAgeDays = 365

/**
 * A value that its county recorded earlier is no news, unless the lead itself was delivered since: after one
 * revaluation, most older leads would stay listed.
 */
export const maxValueAgeDays = 90

/** In the order of preference: of a lead, the first kind that is known at both times is compared. */
export const valueKinds = enumWithLabels({
  MARKET: ['Market value', 'The county’s estimate of the sale price'],
  ASSESSED: ['Assessed value', 'What the county taxes'],
  ESTIMATED: ['Value in the county dataset', 'An estimate that the county dataset contains'],
})
type ValueKind = z.infer<typeof valueKinds.schema>

export const CountyValues = z
  .object({
    marketValue: classified('public-record', z.int().nullable()),
    assessedValue: classified('public-record', z.int().nullable()),
    estimatedValue: classified('public-record', z.int().nullable()),
  })
  .meta({ id: 'CountyValues', example: { marketValue: 310_000, assessedValue: 77_500, estimatedValue: null } })
export type CountyValues = z.infer<typeof CountyValues>

const fields = { MARKET: 'marketValue', ASSESSED: 'assessedValue', ESTIMATED: 'estimatedValue' } as const

type ComparedValues = { kind: ValueKind; before: number; now: number; change: number }

/**
 * The values of the first kind that is known at both times, and the change as a share of the earlier one; undefined
 * without such a kind, because values of different kinds say nothing about each other.
 */
export function compareValues(before: CountyValues, now: CountyValues): ComparedValues | undefined {
  for (const kind of valueKinds.schema.options) {
    const [earlier, later] = [before[fields[kind]], now[fields[kind]]]
    if (earlier && later) return { kind, before: earlier, now: later, change: (later - earlier) / earlier }
  }
  return undefined
}

const changedLead = { orderId: z.uuid(), propertyId: PropertyId, ...situs, stage: leadStages.schema }

const SoldLead = z
  .object({
    ...changedLead,
    soldOn: classified('public-record', z.iso.date()),
    price: classified('public-record', z.int().nullable().describe('In dollars; null if the county gives none')),
  })
  .meta({ id: 'SoldLead', example: { soldOn: '2026-11-02', price: 310_000, stage: 'CONTACTED' } })
export type SoldLead = z.infer<typeof SoldLead>

const RevaluedLead = z
  .object({
    ...changedLead,
    kind: valueKinds.schema.describe('The kind of both values'),
    valueAtDelivery: classified('public-record', z.int().describe('In dollars')),
    value: classified('public-record', z.int().describe('In dollars, as the county dataset has it now')),
    valueYear: classified(
      'public-record',
      z.int().nullable().describe('The year for which the county set the value; null if unknown'),
    ),
    recordedOn: classified(
      'public-record',
      z.iso.date().nullable().describe('The date of the dataset that the value is from; null if unknown'),
    ),
  })
  .meta({
    id: 'RevaluedLead',
    example: { kind: 'MARKET', valueAtDelivery: 310_000, value: 342_000, valueYear: 2026, stage: 'CONTACTED' },
  })
export type RevaluedLead = z.infer<typeof RevaluedLead>

const LeadChanges = z.object({
  sold: z
    .array(SoldLead)
    .max(maxListedChanges)
    .describe('Sold in the last year, later than known at delivery, latest first'),
  soldCount: z.int().describe('Of all sold leads'),
  revalued: z
    .array(RevaluedLead)
    .max(maxListedChanges)
    .describe(
      `Not sold, with a value at least ${minValueChange * 100}% higher or lower than at delivery; the value was ` +
        `recorded, or the lead delivered, in the last ${maxValueAgeDays} days; the largest change first`,
    ),
  revaluedCount: z.int().describe('Of all leads with such a change'),
})
export type LeadChanges = z.infer<typeof LeadChanges>

export const leadChanges = {
  list: endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })(
    'GET /v1/leads/changes',
    'List what changed in county records since your leads were delivered: sales of the last year and value changes ' +
      `of about the last ${maxValueAgeDays} days; closed and dead leads excluded`,
    { response: LeadChanges },
  ),
}
