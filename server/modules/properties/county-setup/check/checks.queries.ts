import type { CheckReport, CheckStatus } from '@dooryard/contract/data/sources/county-check'
import { sql } from 'kysely'
import { publishTopic } from '../../../../platform/live/event-hub.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { setupTopic } from '../setups.queries.ts'

const stateColumns = [
  ...(['setupId', 'runId', 'status', 'documentVersion', 'tablesVersion', 'share', 'rowsRead'] as const),
  ...(['message', 'startedAt', 'finishedAt'] as const),
] as const

export type CheckRow = NonNullable<Awaited<ReturnType<typeof findCheck>>>

/** Without the report, which is large. */
export const findCheck = (db: Db, setupId: string) =>
  db.selectFrom('countySetupChecks').select(stateColumns).where('setupId', '=', setupId).executeTakeFirst()

export const findCheckReport = (db: Db, setupId: string) =>
  db
    .selectFrom('countySetupChecks')
    .select([...stateColumns, 'report'])
    .where('setupId', '=', setupId)
    .executeTakeFirst()

type NewCheck = { setupId: string; runId: string; documentVersion: number; tablesVersion: number }

const unfinished: CheckStatus[] = ['QUEUED', 'RUNNING']

/** Replaces the check before it, unless that is still running. */
export async function insertCheck(db: Db, check: NewCheck): Promise<boolean> {
  const status: CheckStatus = 'QUEUED'
  const reset = { share: 0, rowsRead: 0, message: null, report: null, startedAt: null, finishedAt: null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('countySetupChecks')
    .values({ ...check, ...reset, status })
    .onConflict((conflict) =>
      conflict
        .column('setupId')
        .doUpdateSet({ ...check, ...reset, status })
        .where('countySetupChecks.status', 'not in', unfinished),
    )
    .executeTakeFirstOrThrow()
  await publishTopic(db, setupTopic(check.setupId))
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type CheckChange = {
  status?: CheckStatus
  share?: number
  rowsRead?: number
  message?: string | null
  report?: CheckReport
  startedAt?: Date
  finishedAt?: Date
}

/** Returns false where the run has ended, was canceled or replaced; it then stays as it is. */
export async function updateCheck(
  db: Db,
  { setupId, runId }: { setupId: string; runId: string },
  { report, ...change }: CheckChange,
): Promise<boolean> {
  const changed = await db
    .updateTable('countySetupChecks')
    .set({ ...change, ...(report && { report: JSON.stringify(report) }) })
    .where('setupId', '=', setupId)
    .where('runId', '=', runId)
    .where('status', 'in', unfinished)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await publishTopic(db, setupTopic(setupId))
  return true
}

/** Takes a check over to a version of the document that it is as good for. */
export const moveCheck = (db: Db, setupId: string, { from, to }: { from: number; to: number }) =>
  db
    .updateTable('countySetupChecks')
    .set({ documentVersion: to })
    .where('setupId', '=', setupId)
    .where('documentVersion', '=', from)
    .execute()

/** Checks that wait for a job that does not exist, or has no attempts left. */
export async function listAbandonedChecks(db: Db): Promise<{ setupId: string; runId: string }[]> {
  const { rows } = await sql<{ setupId: string; runId: string }>`
    select c.setup_id, c.run_id from county_setup_checks c
    left join graphile_worker.jobs j on j.key = 'county-check:' || c.setup_id
    where c.status in ('QUEUED', 'RUNNING')
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by c.setup_id`.execute(db)
  return rows
}
