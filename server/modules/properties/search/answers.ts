import { setTimeout as sleep } from 'node:timers/promises'
import type { Facet, FacetKey, FilterBreakdown } from '@dooryard/contract/properties/facets'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { isAppError } from '../../../platform/errors/app-error.ts'
import { type AnswerCache, toDigest } from './answer-cache.ts'
import { hasLocation } from './compile/breadth.ts'
import { toIsoDay } from './compile/clauses.ts'
import { noLeads } from './compile/own-leads.ts'
import type { Selection } from './compile/selection.ts'
import { type Counts, countAnywhere, countFilterBreakdown, countMatching } from './count.queries.ts'
import { countFacets } from './facets.queries.ts'
import { addAnywhereCount } from './filter-breakdown.ts'

export type AnswerOptions = { facets?: readonly FacetKey[] | undefined; waterfall?: boolean | undefined }
export type SearchAnswers = Counts & { facets?: Facet[]; waterfall?: FilterBreakdown }

type AnswerDeps = { clickhouse: ClickHouse; cache: AnswerCache; version: string }

/** Each part is cached by data version, day and query, so a page, its count and its filter breakdown share one read. */
export async function answerSearch(
  deps: AnswerDeps,
  selection: Selection,
  { facets, waterfall }: AnswerOptions,
): Promise<SearchAnswers> {
  const query = createCachedQuery(deps, selection)
  const [counts, split] = await Promise.all([
    waterfall ? getFilterBreakdown(deps, selection) : query('counts', countMatching),
    facets && query(`facets ${facets.join()}`, (clickhouse, given) => countFacets(clickhouse, given, facets)),
  ])
  return { ...counts, ...(split && { facets: split }) }
}

type AnswerQuery<Part> = (clickhouse: ClickHouse, given: Selection) => Promise<Part>

export function createCachedQuery({ clickhouse, cache, version }: AnswerDeps, selection: Selection) {
  const keyParts = buildCacheKey(version, selection)
  return <Part>(part: string, work: AnswerQuery<Part>): Promise<Part> =>
    // The work is shared by all callers, so it is aborted with the last of them, not the first.
    cache.ask([part, ...keyParts], selection.signal, (signal) => work(clickhouse, { ...selection, signal }))
}

function buildCacheKey(version: string, { criteria, excludeCriteria, ownLeads = noLeads, asOf }: Selection) {
  const { mail, call, orders, campaigns, propertyLists, suppressionLists } = ownLeads
  // Each with its id: the same leads of another order, or of a campaign, are another exclusion.
  const named = [orders, campaigns].map((known) => [...(known ?? [])].map(([id, keys]) => `${id} ${keys}`))
  const lists = [propertyLists, suppressionLists].map((known) =>
    [...(known ?? [])].map(([id, list]) => `${id} ${list.version}`),
  )
  const leads = [mail.join(), call.join(), ...[...named, ...lists].map((keys) => keys.join(';'))]
  return [version, toIsoDay(asOf), toDigest({ criteria, excludeCriteria }), toDigest(leads)]
}

/** Milliseconds that a filter breakdown waits, after everything else is ready, for the count without its location. */
const maxExtraWaitMs = 150

async function getFilterBreakdown(deps: AnswerDeps, selection: Selection) {
  const counting = createCachedQuery(deps, selection)('waterfall', countFilterBreakdown)
  const [{ waterfall, ...counts }, anywhere] = await Promise.all([
    counting,
    hasLocation(selection.criteria.location) ? countAnywhereInTime(deps, selection, counting) : null,
  ])
  return { ...counts, waterfall: addAnywhereCount(waterfall, anywhere) }
}

/** Null when counting the whole country takes longer than the count itself by more than `maxExtraWaitMs`. */
async function countAnywhereInTime(
  { clickhouse, cache, version }: AnswerDeps,
  selection: Selection,
  counting: Promise<unknown>,
) {
  const work = (signal: AbortSignal) => countAnywhere(clickhouse, { ...selection, signal })
  const { location: _, ...criteria } = selection.criteria
  const keyParts = ['anywhere', ...buildCacheKey(version, { ...selection, criteria })]
  const timeout = counting.then(() => sleep(maxExtraWaitMs, undefined, { ref: false }))
  try {
    return (await cache.askInPassing(keyParts, selection.signal, work, timeout)) ?? null
  } catch (error) {
    // Without an answer in time the count is omitted; anything else is an error.
    if (isAppError(error)) return null
    throw error
  }
}
