import { setTimeout as sleep } from 'node:timers/promises'
import type { DncCoverage, DncNumbers, NewDncImport } from '@dooryard/contract/dnc'
import type { FileImport } from '@dooryard/contract/file-imports'
import type { DncList } from '@dooryard/contract/vocabularies'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { type ImportList, presentFileImport, receiveFile } from '../../platform/file-imports/file-imports.ts'
import { type LockedConnection, tryWithLock } from '../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { copiesOf, deleteCopy, type ListOf, listLock } from './copies.queries.ts'
import { coverage } from './coverage.ts'
import { checkedFacts, nameOf } from './list-rules.ts'
import { loadList } from './load-list.ts'
import { sinkOf } from './store-numbers.ts'

export const listImports = (ownerId: string | null): ImportList<FileImport> => ({
  kind: 'DNC',
  ownerId,
  present: presentFileImport,
})

export function uploadList(
  ctx: Context,
  ownerId: string | null,
  { fileName, ...said }: NewDncImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileImport> {
  const params = checkedFacts(said, ctx.clock.now())
  return receiveFile(ctx, listImports(ownerId), { name: nameOf(params), fileName, params }, bytes)
}

/** An import of the internal list takes a while; one change by hand waits for another, not for that. */
const patienceMs = 30_000
const askAgainMs = 50

/** A number given for both is on the list. CONFLICT while it is imported. Only the audit log says who was taken off. */
export async function changeNumbers(
  ctx: Context,
  ownerId: string | null,
  { add, remove }: DncNumbers,
): Promise<DncCoverage> {
  const givesUpAt = performance.now() + patienceMs
  const lock = listLock({ ownerId, list: 'INTERNAL' })
  // Holds no connection while it waits: many may.
  while (!(await tryWithLock(ctx.db, lock, (connection) => loadChange(ctx, connection, ownerId, { add, remove })))) {
    if (performance.now() > givesUpAt)
      throw appError('CONFLICT', 'This list is being imported at the moment. Please try again when it is loaded.')
    await sleep(askAgainMs)
  }
  return coverage(ctx, ownerId)
}

async function loadChange(
  ctx: Context,
  connection: LockedConnection,
  ownerId: string | null,
  { add, remove }: DncNumbers,
): Promise<true> {
  const of: ListOf = { ownerId, list: 'INTERNAL' }
  const now = ctx.clock.now()
  const copies = new Map((await copiesOf(connection, of)).map((copy) => [copy.scope, copy]))
  const facts = { list: of.list, kind: 'CHANGE', accessedOn: now.toISOString().slice(0, 10) } as const
  const changes = [...remove.map((number) => [number, false] as const), ...add.map((number) => [number, true] as const)]
  const fill = async (load: number) => {
    const sink = await sinkOf(ctx.clickhouse, load, 'CHANGE')
    try {
      for (const [at, [number, isAdded]] of changes.entries()) sink.take(Number(number), isAdded, at)
      await sink.store()
      await sink.end()
    } finally {
      await sink.close()
    }
    return () => undefined
  }
  const work = { of, facts, sha256: null, uploadedAt: now, copies }
  await loadList(ctx, connection, work, fill, ({ db }) =>
    audit(
      { ...ctx, db },
      {
        action: 'dnc.numbers_changed',
        object: { type: 'dnc_list', id: of.list },
        after: { owner: ownerId ?? 'PLATFORM', added: add.length, removed: remove.length, add, remove },
      },
    ),
  )
  return true
}

type Which = { list: DncList; areaCode?: string | undefined; state?: string | undefined }

/** Checks that have begun with the copy end with it. NOT_FOUND where there is none. */
export async function removeCopy(
  ctx: Context,
  ownerId: string | null,
  { list, areaCode, state }: Which,
): Promise<undefined> {
  const scope = { NATIONAL: areaCode, STATE: state, INTERNAL: '', LITIGATOR: '' }[list]
  await inTransaction(ctx, async (inside) => {
    if (scope === undefined || !(await deleteCopy(inside.db, { ownerId, list }, scope, ctx.clock.now())))
      throw notFound('This copy')
    await audit(inside, {
      action: 'dnc.copy_removed',
      object: { type: 'dnc_list', id: list },
      before: { owner: ownerId ?? 'PLATFORM', list, scope },
    })
  })
}
