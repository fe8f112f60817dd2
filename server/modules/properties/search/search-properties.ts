import { type PageQuery, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { Property, PropertySearchPage, SameOwnerPage } from '@dooryard/contract/properties/properties'
import {
  maxListedRows,
  type PropertyCount,
  type PropertyCountQuery,
  type PropertySearch,
} from '@dooryard/contract/properties/property-search'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { getCountyName } from '../places/county-names.ts'
import { findOutlines } from '../records/outlines.queries.ts'
import { type OwnerAccess, presentFullProperty, presentRows, seesAllOwners } from '../records/owners/present-owners.ts'
import { findOtherProperties, findOwnerKey, getPortfolio } from '../records/owners.queries.ts'
import { findProperties, findProperty } from '../records/properties.queries.ts'
import { toCoordinates } from '../rolls/outlines/geometry.ts'
import { mergeTransfers } from '../transfers/merge-transfers.ts'
import { findTransfers, getRollNames } from '../transfers/transfers.queries.ts'
import type { AnswerCache } from './answer-cache.ts'
import { answerSearch } from './answers.ts'
import { buildSelection, type SearchSources } from './compile/selection.ts'

export type SearchService = SearchSources & { cache: AnswerCache }

/** Excludes purchased leads unless the criteria include them. Pages end at `maxListedRows`. */
export async function searchProperties(
  ctx: Context,
  { owners, ...service }: SearchService & { owners: OwnerAccess },
  { criteria, sort, order, facets, waterfall, ...page }: PropertySearch,
): Promise<PropertySearchPage> {
  const { offset, limit } = toSlice(page)
  const slice = { offset, limit: Math.min(limit, maxListedRows - offset) }
  const { selection, data } = await buildSelection(ctx, service, criteria)
  const showsNames = seesAllOwners(ctx, owners)
  const [rows, answers] = await Promise.all([
    slice.limit > 0 ? findProperties(ctx.clickhouse, selection, { sort, order, showsNames, ...slice }) : [],
    answerSearch({ ...service, clickhouse: ctx.clickhouse, version: data.version }, selection, { facets, waterfall }),
  ])
  const { facets: split, waterfall: steps } = answers
  return {
    ...toPage(await presentRows(ctx, owners, rows), answers.count, page, maxListedRows),
    ...(split && { facets: split }),
    ...(steps && { waterfall: steps }),
  }
}

export async function countProperties(
  ctx: Context,
  service: SearchService,
  { criteria, facets, waterfall }: PropertyCountQuery,
): Promise<PropertyCount> {
  const { selection, data } = await buildSelection(ctx, service, criteria)
  const answers = await answerSearch({ ...service, clickhouse: ctx.clickhouse, version: data.version }, selection, {
    facets,
    waterfall,
  })
  return { ...answers, dataAsOf: data.asOf?.toISOString() ?? null }
}

/** NOT_FOUND when no roll has the property. */
export async function getProperty(ctx: Context, owners: OwnerAccess, propertyId: string): Promise<Property> {
  const property = await findProperty(ctx.clickhouse, propertyId, { signal: ctx.signal })
  if (!property) throw notFound('This property')
  const { state, countyFips } = property
  const [deeds, [outlined]] = await Promise.all([
    findTransfers(ctx.clickhouse, { propertyId, state, countyFips }),
    findOutlines(ctx.clickhouse, [propertyId], { signal: ctx.signal }),
  ])
  const sources = [...property.provenance.map(({ roll }) => roll), ...deeds.map(({ source }) => source)]
  const names = await getRollNames(ctx.db, [...new Set(sources)])
  // A roll's rows are visible a moment before its entry.
  const getRollName = (source: string) => names.get(source) ?? source
  const provenance = property.provenance.map((group) => ({ ...group, roll: getRollName(group.roll) }))
  const transfers = mergeTransfers(deeds).map(({ sources, ...transfer }) => ({
    ...transfer,
    rolls: sources.map(getRollName),
  }))
  return presentFullProperty(ctx, owners, {
    ...property,
    county: getCountyName(countyFips),
    outline: outlined ? { type: 'MultiPolygon', coordinates: toCoordinates(outlined.outline) } : null,
    transfers,
    provenance,
  })
}

/** Empty when the owner is unknown, NOT_FOUND when no roll has the property; pages end at `maxListedRows`. */
export async function listOtherProperties(
  ctx: Context,
  owners: OwnerAccess,
  propertyId: string,
  page: PageQuery,
): Promise<SameOwnerPage> {
  const { clickhouse, signal } = ctx
  const ownerKey = await findOwnerKey(clickhouse, propertyId, signal)
  if (ownerKey === undefined) throw notFound('This property')
  if (ownerKey === null) return { ...toPage([], 0, page), portfolio: null }
  const { offset, limit } = toSlice(page)
  const slice = { offset, limit: Math.min(limit, maxListedRows - offset) }
  const [rows, portfolio] = await Promise.all([
    slice.limit > 0 ? findOtherProperties(clickhouse, { propertyId, ownerKey }, slice, signal) : [],
    getPortfolio(clickhouse, ownerKey, signal),
  ])
  const others = Math.max(0, portfolio.properties - 1)
  return { ...toPage(await presentRows(ctx, owners, rows), others, page, maxListedRows), portfolio }
}
