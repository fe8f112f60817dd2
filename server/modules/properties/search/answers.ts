import { setTimeout as sleep } from 'node:timers/promises'
import type { Facet, FacetKey, SearchWaterfall } from '@dooryard/contract/search-answers'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { isAppError } from '../../../platform/errors.ts'
import { type AnswerCache, digestOf } from './answer-cache.ts'
import { isSomewhere } from './breadth.ts'
import { isoDay } from './clauses.ts'
import { type Counts, countAnywhere, countByClause, countMatching } from './count.queries.ts'
import { countFacets } from './facets.queries.ts'
import type { Selection } from './selection.ts'
import { withAnywhere } from './waterfall.ts'

export type Asked = { facets?: readonly FacetKey[] | undefined; waterfall?: boolean | undefined }
export type Answers = Counts & { facets?: Facet[]; waterfall?: SearchWaterfall }

type Desk = { clickhouse: ClickHouse; cache: AnswerCache; version: string }

/** Each part is kept by data version, day and what was asked, so a page, its count and its waterfall share one read. */
export async function answersTo(desk: Desk, selection: Selection, { facets, waterfall }: Asked): Promise<Answers> {
  const ask = asker(desk, selection)
  const [counts, split] = await Promise.all([
    waterfall ? byClause(desk, selection) : ask('counts', countMatching),
    facets && ask(`facets ${facets.join()}`, (clickhouse, given) => countFacets(clickhouse, given, facets)),
  ])
  return { ...counts, ...(split && { facets: split }) }
}

type Work<Part> = (clickhouse: ClickHouse, given: Selection) => Promise<Part>

export function asker({ clickhouse, cache, version }: Desk, selection: Selection) {
  const question = questionOf(version, selection)
  return <Part>(part: string, work: Work<Part>): Promise<Part> =>
    // The work is done for all who ask, so it ends with the last of them and not with the first.
    cache.ask([part, ...question], selection.signal, (signal) => work(clickhouse, { ...selection, signal }))
}

const questionOf = (version: string, { criteria, excludeCriteria, excludeIds = [], asOf }: Selection) => [
  version,
  isoDay(asOf),
  digestOf({ criteria, excludeCriteria }),
  digestOf(excludeIds.join()),
]

/** Milliseconds that a waterfall waits, when all else is there, for what its location gives back. */
const patience = 150

async function byClause(desk: Desk, selection: Selection) {
  const counting = asker(desk, selection)('waterfall', countByClause)
  const [{ waterfall, ...counts }, anywhere] = await Promise.all([
    counting,
    isSomewhere(selection.criteria.location) ? anywhereSoon(desk, selection, counting) : null,
  ])
  return { ...counts, waterfall: withAnywhere(waterfall, anywhere) }
}

/** Null when the whole country takes longer than one place by more than somebody waits. */
async function anywhereSoon({ clickhouse, cache, version }: Desk, selection: Selection, counting: Promise<unknown>) {
  const work = (signal: AbortSignal) => countAnywhere(clickhouse, { ...selection, signal })
  const { location: _, ...criteria } = selection.criteria
  const question = ['anywhere', ...questionOf(version, { ...selection, criteria })]
  const late = counting.then(() => sleep(patience, undefined, { ref: false }))
  try {
    return (await cache.askInPassing(question, selection.signal, work, late)) ?? null
  } catch (error) {
    // What the store would not do in time is not told; all else is an error.
    if (isAppError(error)) return null
    throw error
  }
}
