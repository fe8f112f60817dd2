import { refused } from '../../platform/content/given-file.ts'
import type { Services, Stores } from '../../platform/context.ts'
import { plural } from '../../platform/format.ts'
import type { LockedConnection } from '../../platform/postgres/advisory-locks.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { type Copy, copiesOf, insertLoad, type ListOf, type NewCopy, pointCopies } from './copies.queries.ts'
import { fewOf, type ListFacts, whyNotFull } from './list-rules.ts'
import { type AreaCount, changedAreas, countByArea, dropChanges, dropNumbers, mergeChanges } from './numbers.queries.ts'

export type LoadWork = {
  of: ListOf
  facts: ListFacts
  /** Of the file; null for a change by hand, which has none. */
  sha256: string | null
  uploadedAt: Date
  copies: ReadonlyMap<string, Copy>
}

type Outcome = { numbers: string; left: Left }

type Fill<Result> = (load: number) => Promise<(outcome: Outcome) => Result>

type Along = (inside: { db: Db }) => Promise<void>

/** Checks see the old copies before its one transaction, the new ones after; whatever fails leaves the old ones. */
export async function loadList<Result>(
  { clickhouse, clock }: Omit<Stores, 'db'>,
  holding: LockedConnection,
  work: LoadWork,
  fill: Fill<Result>,
  along: Along = async () => {},
): Promise<Result> {
  const { of } = work
  const load = await insertLoad(holding, of, clock.now())
  // After a restored backup a number may be given again of which the store still has something.
  await dropNumbers(clickhouse, load)
  try {
    const { resultOf, copies, rows, ...outcome } = await fillLoad(clickhouse, load, work, fill)
    await inTransaction({ db: holding }, async (inside) => {
      await refuseIfOvertaken(inside.db, work)
      await pointCopies(inside.db, of, { load, rows, copies, at: clock.now() })
      await along(inside)
    })
    return resultOf({ numbers: inWords(work, copies, outcome.stayed), left: outcome.left })
  } finally {
    await dropChanges(clickhouse, load).catch(() => undefined)
  }
}

async function fillLoad<Result>(clickhouse: Services['clickhouse'], load: number, work: LoadWork, fill: Fill<Result>) {
  try {
    const resultOf = await fill(load)
    const changed = work.facts.kind === 'CHANGE' ? await applyChanges(clickhouse, load, work) : null
    const given = await countByArea(clickhouse, load)
    const counts = (await keepOld(clickhouse, load, work)) ? await countByArea(clickhouse, load) : given
    const left = work.facts.kind === 'FULL' ? leftAsItWas(work, counts) : nothingLeft
    const copies = copiesAfter(work, counts, changed).filter(({ scope }) => !left.scopes.has(scope))
    if (copies.length === 0 && left.scopes.size > 0) throw refused(fewOf(left.sentences).join(' '))
    const stayed = numbersIn(counts) - numbersIn(given)
    return { resultOf, copies, left, stayed, rows: sum(counts.map((count) => count.rows)) }
  } catch (error) {
    // Not once copies may be of it, as after a commit whose answer was lost. The scheduled job drops what is not dropped here.
    await dropNumbers(clickhouse, load).catch(() => undefined)
    throw error
  }
}

const perArea = 10_000_000

async function applyChanges(
  clickhouse: Services['clickhouse'],
  load: number,
  { facts, copies }: LoadWork,
): Promise<string[]> {
  if (facts.list !== 'NATIONAL') {
    const scope = facts.state ?? ''
    const old = copies.get(scope)?.loadId ?? null
    await mergeChanges(clickhouse, { load, old, from: 0, to: 1_000 * perArea })
    return [scope]
  }
  const areaCodes = await changedAreas(clickhouse, load)
  for (const areaCode of areaCodes) {
    const from = Number(areaCode) * perArea
    const old = copies.get(areaCode)?.loadId ?? null
    await mergeChanges(clickhouse, { load, old, from, to: from + perArea - 1 })
  }
  return areaCodes
}

/** Whoever asked not to be called stays on the internal list until somebody takes them off it. */
export const isMerged = ({ list, kind }: ListFacts): boolean => list === 'INTERNAL' && kind === 'FULL'

async function keepOld(clickhouse: Services['clickhouse'], load: number, { facts, copies }: LoadWork) {
  const old = isMerged(facts) ? copies.get('')?.loadId : undefined
  if (old === undefined) return false
  await mergeChanges(clickhouse, { load, old, from: 0, to: 1_000 * perArea })
  return true
}

type Left = { scopes: ReadonlySet<string>; sentences: readonly string[]; rows: number }
const nothingLeft: Left = { scopes: new Set(), sentences: [], rows: 0 }

/** What a full list is no plausible list of: its copy, or that there is none, is left as it was. */
function leftAsItWas({ facts: { list, state }, copies }: LoadWork, counts: readonly AreaCount[]): Left {
  const inFile = numbersIn(counts)
  const given =
    list === 'NATIONAL'
      ? counts.map(({ areaCode, numbers, rows }) => ({ scope: areaCode, numbers, rows }))
      : [{ scope: state ?? '', numbers: inFile, rows: sum(counts.map(({ rows }) => rows)) }]
  const left = given.flatMap((area) => {
    const before = copies.get(area.scope)?.numbers ?? null
    const reason = whyNotFull({ list, scope: area.scope, numbers: area.numbers, inFile, before })
    return reason === null ? [] : [{ ...area, reason }]
  })
  return {
    scopes: new Set(left.map(({ scope }) => scope)),
    sentences: left.map(({ reason }) => reason),
    rows: sum(left.map(({ rows }) => rows)),
  }
}

function copiesAfter(
  { facts, sha256, uploadedAt, copies }: LoadWork,
  counts: readonly AreaCount[],
  changed: readonly string[] | null,
): NewCopy[] {
  const { list, san = null, state, accessedOn } = facts
  const numbersOf = new Map(counts.map(({ areaCode, numbers }) => [areaCode, numbers]))
  const all = numbersIn(counts)
  // An area code may have no number left.
  const scopes = list === 'NATIONAL' ? (changed ?? counts.map(({ areaCode }) => areaCode)) : [state ?? '']
  return scopes.map((scope) => {
    const old = changed || isMerged(facts) ? copies.get(scope) : undefined
    const before = old?.sha256 ?? []
    return {
      scope,
      numbers: list === 'NATIONAL' ? (numbersOf.get(scope) ?? 0) : all,
      san,
      accessedOn: old && old.accessedOn > accessedOn ? old.accessedOn : accessedOn,
      uploadedAt: old?.uploadedAt && old.uploadedAt > uploadedAt ? old.uploadedAt : uploadedAt,
      sha256: sha256 === null || before.includes(sha256) ? before : [...before, sha256],
    }
  })
}

/** A copy removed while a change list was worked in would come back. */
async function refuseIfOvertaken(db: Db, { of, facts, copies }: LoadWork): Promise<void> {
  if (facts.kind === 'FULL' && !isMerged(facts)) return
  const now = new Map((await copiesOf(db, of)).map(({ scope, loadId }) => [scope, loadId]))
  for (const [scope, { loadId }] of copies)
    if (now.get(scope) !== loadId) throw new Error('a copy was removed while its change list was imported')
}

function inWords({ of: { list }, facts }: LoadWork, copies: readonly NewCopy[], stayed: number): string {
  const numbers = plural(sum(copies.map((copy) => copy.numbers)), 'number')
  return list === 'NATIONAL'
    ? `${numbers} of ${plural(copies.length, 'area code')} are on the list now.`
    : `${numbers} are on the list now.${isMerged(facts) && stayed > 0 ? stayedInWords(stayed) : ''}`
}

const stayedInWords = (stayed: number) =>
  ` Of these, ${plural(stayed, 'was', 'were')} on it before and not in this file: a full list takes nobody off the internal list.`

const numbersIn = (counts: readonly AreaCount[]) => sum(counts.map(({ numbers }) => numbers))

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
