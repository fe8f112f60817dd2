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
import { countOthers, findOthers, findOwnerKey } from './owners.queries.ts'
import { countyName } from './places/county-names.ts'
import { findProperties, findProperty } from './properties.queries.ts'
import type { AnswerCache } from './search/answer-cache.ts'
import { answersTo } from './search/answers.ts'
import { type SearchSources, selectionFor } from './search/selection.ts'
import { mergeTransfers } from './transfers/merge-transfers.ts'
import { findTransfers, rollNames } from './transfers/transfers.queries.ts'

export type SearchDesk = SearchSources & { cache: AnswerCache }

/** Leaves out what was delivered before unless the criteria ask for it. Pages go as far as `deepestRow`. */
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

/** NOT_FOUND when no roll has it. */
export async function propertyById(ctx: Context, propertyId: string): Promise<Property> {
  const property = await findProperty(ctx.clickhouse, propertyId, { signal: ctx.signal })
  if (!property) throw notFound('This property')
  const { state, countyFips } = property
  const deeds = await findTransfers(ctx.clickhouse, { propertyId, state, countyFips })
  const sources = [...property.provenance.map(({ roll }) => roll), ...deeds.map(({ source }) => source)]
  const names = await rollNames(ctx.db, [...new Set(sources)])
  // A roll's rows stand a moment before its entry does.
  const nameOf = (source: string) => names.get(source) ?? source
  const provenance = property.provenance.map((told) => ({ ...told, roll: nameOf(told.roll) }))
  const transfers = mergeTransfers(deeds).map(({ sources, ...transfer }) => ({
    ...transfer,
    rolls: sources.map(nameOf),
  }))
  return { ...property, county: countyName(countyFips), transfers, provenance }
}

/** None where the owner is not known, NOT_FOUND when no roll has the property; pages end at `deepestRow`. */
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
