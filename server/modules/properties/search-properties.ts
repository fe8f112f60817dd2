import type { Criteria } from '@dooryard/contract/criteria'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Property, PropertyCount, PropertyRow, PropertySearch } from '@dooryard/contract/properties'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { countMatching, findProperties, findProperty } from './properties.queries.ts'
import { dataVersion } from './rolls/rolls.queries.ts'
import { compileCriteria } from './search/compile-criteria.ts'

/** Gives the ids of the properties that were delivered to the user of a request. */
export type DeliveredTo = (ctx: Context) => Promise<string[]>

/** A page of the properties that match, without those delivered before unless the criteria ask for them. */
export async function searchProperties(
  ctx: Context,
  deliveredTo: DeliveredTo,
  { criteria, sort, order, ...page }: PropertySearch,
): Promise<PageOf<PropertyRow>> {
  const selection = await selectionFor(ctx, deliveredTo, criteria)
  const [rows, { count }] = await Promise.all([
    findProperties(ctx.clickhouse, compileCriteria(criteria, selection), { sort, order, ...sliceOf(page) }),
    countMatching(ctx.clickhouse, selection),
  ])
  return toPage(rows, count, page)
}

/** How many properties match, how many of them can be mailed, and as of when. */
export async function countProperties(
  ctx: Context,
  deliveredTo: DeliveredTo,
  criteria: Criteria,
): Promise<PropertyCount> {
  const [counts, dataAsOf] = await Promise.all([
    selectionFor(ctx, deliveredTo, criteria).then((selection) => countMatching(ctx.clickhouse, selection)),
    dataVersion(ctx.db),
  ])
  return { ...counts, dataAsOf: dataAsOf?.toISOString() ?? null }
}

/** Everything known of one property; NOT_FOUND when no roll has it. */
export async function propertyById(ctx: Context, propertyId: string): Promise<Property> {
  const property = await findProperty(ctx.clickhouse, propertyId)
  if (!property) throw notFound('This property')
  return property
}

async function selectionFor(ctx: Context, deliveredTo: DeliveredTo, criteria: Criteria) {
  const excludeIds = (criteria.exclude?.delivered ?? true) ? await deliveredTo(ctx) : []
  return { criteria, excludeIds, asOf: ctx.clock.now() }
}
