import type { Services, StoreDeps, TransactionContext } from '../../../platform/context.ts'
import { unprocessable } from '../../../platform/files/content/input-file.ts'
import { type LockedConnection, lockInTransaction } from '../../../platform/postgres/advisory-locks.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { pluralize } from '../../../platform/util/format.ts'
import {
  activateVersions,
  type DncListKey,
  getActivationLockKey,
  insertLoad,
  type ListVersionRow,
  listVersions,
  type NewListVersion,
} from '../lists/list-versions.queries.ts'
import {
  type AreaCount,
  countByArea,
  dropChanges,
  dropNumbers,
  listChangedAreas,
  mergeChanges,
} from '../lists/numbers.queries.ts'
import { getPartialReason, type ListFacts, limitSentences } from './list-rules.ts'

export type ListLoadInput = {
  of: DncListKey
  facts: ListFacts
  /** Hash of the file; null for a manual change. */
  sha256: string | null
  uploadedAt: Date
  copies: ReadonlyMap<string, ListVersionRow>
}

type ListLoadOutcome = { numbers: string; left: SkippedScopes }

type FillLoad<Result> = (load: number) => Promise<(outcome: ListLoadOutcome) => Result>

type ActivationStep = (tx: Pick<TransactionContext, 'db'>) => Promise<void>

/**
 * Imports a list. Scrubs see the old versions before its single transaction and the new ones after it. A failure keeps
 * the old ones.
 */
export async function importDncList<Result>(
  { clickhouse, clock }: Omit<StoreDeps, 'db'>,
  connection: LockedConnection,
  input: ListLoadInput,
  fill: FillLoad<Result>,
  onActivate: ActivationStep = async () => {},
): Promise<Result> {
  const { of } = input
  const load = await insertLoad(connection, of, clock.now())
  // After a database restore an id may be reused for which the store still has numbers.
  await dropNumbers(clickhouse, load)
  try {
    const { getResult, copies, rows, ...outcome } = await fillLoad(clickhouse, load, input, fill)
    await inTransaction({ db: connection }, async (tx) => {
      // Before any row is locked: who delivers an order takes this lock first.
      await lockInTransaction(tx.db, getActivationLockKey(of))
      await refuseIfVersionRemoved(tx.db, input)
      await activateVersions(tx.db, of, { load, rows, copies, at: clock.now() })
      await onActivate(tx)
    })
    return getResult({ numbers: formatOutcome(input, copies, outcome.stayed), left: outcome.left })
  } finally {
    await dropChanges(clickhouse, load).catch(() => undefined)
  }
}

async function fillLoad<Result>(
  clickhouse: Services['clickhouse'],
  load: number,
  input: ListLoadInput,
  fill: FillLoad<Result>,
) {
  try {
    const getResult = await fill(load)
    const changed = input.facts.kind === 'CHANGE' ? await applyChanges(clickhouse, load, input) : null
    const given = await countByArea(clickhouse, load)
    const counts = (await mergeOldNumbers(clickhouse, load, input)) ? await countByArea(clickhouse, load) : given
    const left = input.facts.kind === 'FULL' ? findSkippedScopes(input, counts) : noneSkipped
    const copies = buildVersions(input, counts, changed).filter(({ scope }) => !left.scopes.has(scope))
    if (copies.length === 0 && left.scopes.size > 0) throw unprocessable(limitSentences(left.sentences).join(' '))
    const stayed = sumNumbers(counts) - sumNumbers(given)
    return { getResult, copies, left, stayed, rows: sum(counts.map((count) => count.rows)) }
  } catch (error) {
    // Not after versions may refer to the load, as after a commit whose response was lost. A scheduled job drops what
    // remains.
    await dropNumbers(clickhouse, load).catch(() => undefined)
    throw error
  }
}

const perArea = 10_000_000

async function applyChanges(
  clickhouse: Services['clickhouse'],
  load: number,
  { facts, copies }: ListLoadInput,
): Promise<string[]> {
  if (facts.list !== 'NATIONAL') {
    const scope = facts.state ?? ''
    const old = copies.get(scope)?.loadId ?? null
    await mergeChanges(clickhouse, { load, old, from: 0, to: 1_000 * perArea })
    return [scope]
  }
  const areaCodes = await listChangedAreas(clickhouse, load)
  for (const areaCode of areaCodes) {
    const from = Number(areaCode) * perArea
    const old = copies.get(areaCode)?.loadId ?? null
    await mergeChanges(clickhouse, { load, old, from, to: from + perArea - 1 })
  }
  return areaCodes
}

/** A number stays on the internal list until it is removed explicitly. */
export const isMerged = ({ list, kind }: ListFacts): boolean => list === 'INTERNAL' && kind === 'FULL'

async function mergeOldNumbers(clickhouse: Services['clickhouse'], load: number, { facts, copies }: ListLoadInput) {
  const old = isMerged(facts) ? copies.get('')?.loadId : undefined
  if (old === undefined) return false
  await mergeChanges(clickhouse, { load, old, from: 0, to: 1_000 * perArea })
  return true
}

type SkippedScopes = { scopes: ReadonlySet<string>; sentences: readonly string[]; rows: number }
const noneSkipped: SkippedScopes = { scopes: new Set(), sentences: [], rows: 0 }

/** Finds scopes for which a full list is implausible. They keep their version, or stay without one. */
function findSkippedScopes(
  { facts: { list, state }, copies }: ListLoadInput,
  counts: readonly AreaCount[],
): SkippedScopes {
  const inFile = sumNumbers(counts)
  const given =
    list === 'NATIONAL'
      ? counts.map(({ areaCode, numbers, rows }) => ({ scope: areaCode, numbers, rows }))
      : [{ scope: state ?? '', numbers: inFile, rows: sum(counts.map(({ rows }) => rows)) }]
  const left = given.flatMap((area) => {
    const before = copies.get(area.scope)?.numbers ?? null
    const reason = getPartialReason({ list, scope: area.scope, numbers: area.numbers, inFile, before })
    return reason === null ? [] : [{ ...area, reason }]
  })
  return {
    scopes: new Set(left.map(({ scope }) => scope)),
    sentences: left.map(({ reason }) => reason),
    rows: sum(left.map(({ rows }) => rows)),
  }
}

function buildVersions(
  { facts, sha256, uploadedAt, copies }: ListLoadInput,
  counts: readonly AreaCount[],
  changed: readonly string[] | null,
): NewListVersion[] {
  const { list, san = null, state, accessedOn } = facts
  const numbersByAreaCode = new Map(counts.map(({ areaCode, numbers }) => [areaCode, numbers]))
  const all = sumNumbers(counts)
  // An area code may have no numbers left.
  const scopes = list === 'NATIONAL' ? (changed ?? counts.map(({ areaCode }) => areaCode)) : [state ?? '']
  return scopes.map((scope) => {
    const old = changed || isMerged(facts) ? copies.get(scope) : undefined
    const before = old?.sha256 ?? []
    return {
      scope,
      numbers: list === 'NATIONAL' ? (numbersByAreaCode.get(scope) ?? 0) : all,
      san,
      accessedOn: old && old.accessedOn > accessedOn ? old.accessedOn : accessedOn,
      uploadedAt: old?.uploadedAt && old.uploadedAt > uploadedAt ? old.uploadedAt : uploadedAt,
      sha256: sha256 === null || before.includes(sha256) ? before : [...before, sha256],
    }
  })
}

/** A version removed while a change list was applied would reappear. */
async function refuseIfVersionRemoved(db: Db, { of, facts, copies }: ListLoadInput): Promise<void> {
  if (facts.kind === 'FULL' && !isMerged(facts)) return
  const now = new Map((await listVersions(db, of)).map(({ scope, loadId }) => [scope, loadId]))
  for (const [scope, { loadId }] of copies)
    if (now.get(scope) !== loadId) throw new Error('a copy was removed while its change list was imported')
}

function formatOutcome(
  { of: { list }, facts }: ListLoadInput,
  copies: readonly NewListVersion[],
  stayed: number,
): string {
  const numbers = pluralize(sum(copies.map((copy) => copy.numbers)), 'number')
  return list === 'NATIONAL'
    ? `${numbers} of ${pluralize(copies.length, 'area code')} are on the list now.`
    : `${numbers} are on the list now.${isMerged(facts) && stayed > 0 ? formatStayed(stayed) : ''}`
}

const formatStayed = (stayed: number) =>
  ` Of these, ${pluralize(stayed, 'was', 'were')} on it before and not in this file: a full list takes nobody off the internal list.`

const sumNumbers = (counts: readonly AreaCount[]) => sum(counts.map(({ numbers }) => numbers))

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
