import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Property, PropertyRow, PropertySearchPage } from '@dooryard/contract/properties'
import {
  deepestRow,
  type PropertyCount,
  type PropertyCountQuery,
  type PropertySearch,
} from '@dooryard/contract/property-search'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { countOthers, findOthers, findOwnerKey } from './owners-properties.queries.ts'
import { countyName } from './places/county-names.ts'
import { findProperties, findProperty } from './properties.queries.ts'
import type { AnswerCache } from './search/answer-cache.ts'
import { answersTo } from './search/answers.ts'
import { type SearchSources, selectionFor } from './search/selection.ts'
import { rollNames } from './transfers/transfers.queries.ts'
import { transfersOfProperty } from './transfers/transfers-of-property.ts'

export type SearchDesk = SearchSources & { cache: AnswerCache }

/**
 * A page of the properties that match, without those delivered before unless the criteria ask for them. The count is exact;
 * pages go as far as `deepestRow`.
 */
export async function searchProperties(
  ctx: Context,
  desk: SearchDesk,
  { criteria, sort, order, facets, waterfall, ...page }: PropertySearch,
): Promise<PropertySearchPage> {
  const { offset, limit } = sliceOf(page)
  const slice = { offset, limit: Math.min(limit, deepestRow - offset) }
  const { selection, data } = await selectionFor(ctx, desk, criteria)
  const [rows, answers] = await Promise.all([
    slice.limit > 0 ? findProperties(ctx.clickhouse, selection, { sort, order, ...slice }) : [],
    answersTo({ ...desk, clickhouse: ctx.clickhouse, version: data.version }, selection, { facets, waterfall }),
  ])
  const { facets: split, waterfall: steps } = answers
  return {
    ...toPage(rows, answers.count, page, deepestRow),
    ...(split && { facets: split }),
    ...(steps && { waterfall: steps }),
  }
}

/** How many properties match, how many of them can be mailed, and as of when. */
export async function countProperties(
  ctx: Context,
  desk: SearchDesk,
  { criteria, facets, waterfall }: PropertyCountQuery,
): Promise<PropertyCount> {
  const { selection, data } = await selectionFor(ctx, desk, criteria)
  const answers = await answersTo({ ...desk, clickhouse: ctx.clickhouse, version: data.version }, selection, {
    facets,
    waterfall,
  })
  return { ...answers, dataAsOf: data.asOf?.toISOString() ?? null }
}

/** Everything known of one property; NOT_FOUND when no roll has it. */
export async function propertyById(ctx: Context, propertyId: string): Promise<Property> {
  const property = await findProperty(ctx.clickhouse, propertyId, { signal: ctx.signal })
  if (!property) throw notFound('This property')
  const sources = [...new Set(property.provenance.map(({ roll }) => roll))]
  const [transfers, names] = await Promise.all([transfersOfProperty(ctx, property), rollNames(ctx.db, sources)])
  const provenance = property.provenance.map((told) => ({ ...told, roll: names.get(told.roll) ?? told.roll }))
  return { ...property, county: countyName(property.countyFips), transfers, provenance }
}

/**
 * A page of the other properties of the owner of one, by place, with how many there are; none where the owner is not
 * known. NOT_FOUND when no roll has the property; pages go as far as `deepestRow`.
 */
export async function othersOfOwner(
  { clickhouse, signal }: Context,
  propertyId: string,
  page: PageQuery,
): Promise<PageOf<PropertyRow>> {
  const ownerKey = await findOwnerKey(clickhouse, propertyId, signal)
  if (ownerKey === undefined) throw notFound('This property')
  if (ownerKey === null) return toPage([], 0, page)
  const { offset, limit } = sliceOf(page)
  const slice = { offset, limit: Math.min(limit, deepestRow - offset) }
  const [rows, count] = await Promise.all([
    slice.limit > 0 ? findOthers(clickhouse, { propertyId, ownerKey }, slice, signal) : [],
    countOthers(clickhouse, { propertyId, ownerKey }, signal),
  ])
  return toPage(rows, count, page, deepestRow)
}
