import type { VersionStatus } from '@dooryard/contract/data/datasets/versions'
import { audit } from '../../../../platform/audit.ts'
import type { Context, Services, TransactionContext } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { changeStatus, listLoadedVersions } from '../versions/versions.queries.ts'
import { listWaitingVersions } from '../versions/waiting-versions.queries.ts'
import { missingColumnsMessage } from './refresh-dataset.job.ts'
import { addRefreshJob } from './refresh-task.ts'
import { findRefresh, getPlan, listBusySources, lockDuePlans, setNextRun } from './refreshes.queries.ts'
import { getNextRefresh } from './schedule.ts'

async function requireIdle(db: Db, source: string): Promise<void> {
  if ((await listBusySources(db, [source])).has(source))
    throw appError('CONFLICT', 'This dataset is being refreshed. Wait until that has ended.')
}

const batchSize = 50

/**
 * Queues the refreshes that are due and moves each plan to its next due time, in one transaction: a process that ends
 * before the commit has queued none, and one after it each once. Missed due times are run once.
 */
export const queueDueRefreshes = (services: Services): Promise<void> =>
  inTransaction(services, async ({ db, clock }) => {
    const now = clock.now()
    for (const row of await lockDuePlans(db, now, batchSize)) {
      const { schedule } = getPlan(row)
      const action = (await listBusySources(db, [row.source])).get(row.source)
      // Stays due: a version that is accepted or rolled back to says nothing about what is published now.
      if (action === 'ACCEPT' || action === 'ROLL_BACK') continue
      await setNextRun(db, row.source, (schedule && getNextRefresh(schedule, now)) ?? null)
      // One that still runs reads what is published now.
      if (action) continue
      await addRefreshJob(db, { source: row.source, action: 'REFRESH', trigger: 'SCHEDULE' })
    }
  })

/** CONFLICT where the dataset has no location, or is being refreshed. */
export const requestRefresh = (ctx: Context, source: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await findRefresh(tx.db, source)))
      throw appError('CONFLICT', 'Say where the files of this dataset are before you refresh it.')
    await requireIdle(tx.db, source)
    await addRefreshJob(tx.db, { source, action: 'REFRESH', trigger: 'REQUEST', startedBy: tx.actor.userId })
    await auditDataset(tx, 'dataset.refresh_requested', source)
  })

/** Loads the version that waits, once: the next file is compared with it. */
export const acceptVersion = (ctx: Context, source: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const waiting = await requireWaiting(tx.db, source)
    if (!waiting.isReadable)
      throw appError('CONFLICT', 'What is stored of this version is damaged. Reject it, and refresh again.')
    if (!waiting.changes) throw appError('CONFLICT', missingColumnsMessage)
    await requireIdle(tx.db, source)
    const by = tx.actor.userId
    // Everyone sees at once that it is decided, although other imports may come first.
    await decide(tx.db, waiting.id, { status: 'LOADING', decidedBy: by })
    await addRefreshJob(tx.db, { source, action: 'ACCEPT', versionId: waiting.id, startedBy: by })
    await auditDataset(tx, 'dataset.version_accepted', source, { versionId: waiting.id, reasons: waiting.reasons })
  })

/** Discards the version that waits. The same file is not asked about again. */
export const rejectVersion = (ctx: Context, source: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const waiting = await requireWaiting(tx.db, source)
    await requireIdle(tx.db, source)
    await decide(tx.db, waiting.id, { status: 'REJECTED', decidedBy: tx.actor.userId })
    await auditDataset(tx, 'dataset.version_rejected', source, { versionId: waiting.id, reasons: waiting.reasons })
  })

/** Loads the version before the current one again. That pauses the schedule, which would bring the current one back. */
export const rollBack = (ctx: Context, source: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await requireIdle(tx.db, source)
    const [, before] = (await listLoadedVersions(tx.db, [source])).get(source) ?? []
    if (!before?.hasFiles)
      throw appError(
        'CONFLICT',
        'There is no earlier version to roll back to: only the one before the current is kept.',
      )
    const createdId = newId(tx.clock.now().getTime())
    const startedBy = tx.actor.userId
    await addRefreshJob(tx.db, { source, action: 'ROLL_BACK', versionId: before.id, createdId, startedBy })
    await auditDataset(tx, 'dataset.rolled_back', source, { versionId: before.id })
  })

async function requireWaiting(db: Db, source: string) {
  const waiting = (await listWaitingVersions(db, [source])).get(source)
  if (!waiting) throw nothingWaits()
  return waiting
}

const nothingWaits = () => appError('CONFLICT', 'No version of this dataset waits for a decision any more.')

/** CONFLICT where someone else decides at the same time, and was first. */
async function decide(db: Db, id: string, decision: { status: VersionStatus; decidedBy: string }): Promise<void> {
  if (!(await changeStatus(db, id, ['WAITING'], decision))) throw nothingWaits()
}

type DatasetAction = Extract<Parameters<typeof audit>[1]['action'], `dataset.${string}`>

export const auditDataset = (tx: TransactionContext, action: DatasetAction, source: string, after?: object) =>
  audit(tx, { action, object: { type: 'dataset', id: source }, ...(after && { after: { ...after } }) })
