import { setTimeout as sleep } from 'node:timers/promises'
import type { DncList } from '@dooryard/contract/api/enums'
import type { DncCoverage, DncNumbers, NewDncImport } from '@dooryard/contract/data/dnc'
import type { FileImport } from '@dooryard/contract/data/file-imports'
import { audit } from '../../../platform/audit.ts'
import type { Context, TransactionContext } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { type ImportList, receiveFile, toFileImport } from '../../../platform/files/imports/file-imports.ts'
import { type LockedConnection, tryWithLock } from '../../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { importDncList } from '../imports/import-list.ts'
import { getDncListName, normalizeListFacts } from '../imports/list-rules.ts'
import { createNumberSink } from '../imports/number-sink.ts'
import { createScrubPlan, type PlanVersion } from '../scrub/scrub-plan.ts'
import { getDncCoverage } from './coverage.ts'
import { type DncListKey, deleteListVersion, getListLockKey, listVersions } from './list-versions.queries.ts'
import { findNumbers } from './numbers.queries.ts'

export const buildImportList = (ownerId: string | null): ImportList<FileImport> => ({
  kind: 'DNC',
  ownerId,
  present: toFileImport,
})

export function uploadDncList(
  ctx: Context,
  ownerId: string | null,
  { fileName, ...input }: NewDncImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileImport> {
  const params = normalizeListFacts(input, ctx.clock.now())
  return receiveFile(ctx, buildImportList(ownerId), { name: getDncListName(params), fileName, params }, bytes)
}

/** A manual change waits for other manual changes, but no longer: an import of the internal list takes a while. */
const lockTimeoutMs = 30_000
const lockRetryMs = 50

/**
 * Adds and removes numbers of the internal list. A number in both lists stays on it. Throws CONFLICT while
 * another change or import keeps the list. Only the audit log records removed numbers.
 */
export async function changeNumbers(ctx: Context, ownerId: string | null, change: DncNumbers): Promise<DncCoverage> {
  await changeInternalList(ctx, ownerId, change)
  return getDncCoverage(ctx, ownerId)
}

type InternalListChange = Pick<DncNumbers, 'add' | 'remove'> & {
  /** Kept in the audit log. */
  reason?: string
  /** Commits with the change, or not at all. */
  within?: (tx: TransactionContext) => Promise<void>
}

/** Changes the internal list of a user or the platform. Throws CONFLICT as `changeNumbers`. Not in a transaction. */
export async function changeInternalList(
  ctx: Context,
  ownerId: string | null,
  change: InternalListChange,
): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs
  const lock = getListLockKey({ ownerId, list: 'INTERNAL' })
  // Holds no connection while waiting, since many callers may wait.
  while (!(await tryWithLock(ctx.db, lock, (connection) => importNumberChange(ctx, connection, ownerId, change)))) {
    if (performance.now() > deadline)
      throw appError(
        'CONFLICT',
        'Another change or import of this list is still running. Please try again in a minute.',
      )
    await sleep(lockRetryMs)
  }
}

/** Whose internal lists have this number, of those that a user's numbers are scrubbed against. */
export async function findInternalLists(
  ctx: Context,
  userId: string,
  number: string,
): Promise<ReadonlySet<PlanVersion['owner']>> {
  const { copies } = await createScrubPlan(ctx.db, { userId, at: ctx.clock.now() })
  const internal = copies.filter(({ list }) => list === 'INTERNAL')
  const loads = internal.map(({ load }) => load)
  const [hit] = await findNumbers(ctx.clickhouse, { loads, numbers: [number] })
  return new Set(internal.flatMap(({ load, owner }) => (hit?.loads.includes(load) ? owner : [])))
}

async function importNumberChange(
  ctx: Context,
  connection: LockedConnection,
  ownerId: string | null,
  { add, remove, reason, within }: InternalListChange,
): Promise<true> {
  const of: DncListKey = { ownerId, list: 'INTERNAL' }
  const now = ctx.clock.now()
  const copies = new Map((await listVersions(connection, of)).map((copy) => [copy.scope, copy]))
  const facts = { list: of.list, kind: 'CHANGE', accessedOn: now.toISOString().slice(0, 10) } as const
  const work = { of, facts, sha256: null, uploadedAt: now, copies }
  await importDncList(ctx, connection, work, fillChanges(ctx, { add, remove }), async ({ db }) => {
    await within?.({ ...ctx, db })
    await audit(
      { ...ctx, db },
      {
        action: 'dnc.numbers_changed',
        object: { type: 'dnc_list', id: of.list },
        after: { owner: ownerId ?? 'PLATFORM', added: add.length, removed: remove.length, add, remove },
        ...(reason !== undefined && { reason }),
      },
    )
  })
  return true
}

const fillChanges =
  ({ clickhouse }: Context, { add, remove }: Pick<DncNumbers, 'add' | 'remove'>) =>
  async (load: number) => {
    const changes = [
      ...remove.map((number) => [number, false] as const),
      ...add.map((number) => [number, true] as const),
    ]
    const sink = await createNumberSink(clickhouse, load, 'CHANGE')
    try {
      for (const [at, [number, isAdded]] of changes.entries()) sink.take(Number(number), isAdded, at)
      await sink.store()
      await sink.end()
    } finally {
      await sink.close()
    }
    return () => undefined
  }

type ListVersionRef = { list: DncList; areaCode?: string | undefined; state?: string | undefined }

/** Removes a list version. Scrubs that already use it finish with it. Throws NOT_FOUND if it does not exist. */
export async function removeListVersion(
  ctx: Context,
  ownerId: string | null,
  { list, areaCode, state }: ListVersionRef,
): Promise<undefined> {
  const scope = { NATIONAL: areaCode, STATE: state, INTERNAL: '', LITIGATOR: '' }[list]
  await inTransaction(ctx, async (tx) => {
    if (scope === undefined || !(await deleteListVersion(tx.db, { ownerId, list }, scope, ctx.clock.now())))
      throw notFound('This copy')
    await audit(tx, {
      action: 'dnc.copy_removed',
      object: { type: 'dnc_list', id: list },
      before: { owner: ownerId ?? 'PLATFORM', list, scope },
    })
  })
}
