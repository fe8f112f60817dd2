import type { Slice } from '@dooryard/contract/api/paging'
import type { RecurringOutcome } from '@dooryard/contract/recurring/recurring-run'
import { sql } from 'kysely'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { selectHolds } from '../../../credits/index.ts'

/** False if the due time has its run already, or another run is still pending. */
export async function insertRun(
  db: Db,
  run: { id: string; recurringOrderId: string; dueAt: Date; isManual: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('recurringOrderRuns')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type SkippedRun = { id: string; recurringOrderId: string; dueAt: Date; detail: string; finishedAt: Date }

/** Records that a due time found another run pending; nothing if the due time has its run already. */
export const insertSkippedRun = (db: Db, run: SkippedRun) =>
  db
    .insertInto('recurringOrderRuns')
    .values({ ...run, isManual: false, outcome: 'RUN_IN_PROGRESS' satisfies RecurringOutcome })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const findPendingRun = (db: Db, runId: string) =>
  db
    .selectFrom('recurringOrderRuns')
    .select(['id', 'recurringOrderId', 'dueAt', 'isManual'])
    .where('id', '=', runId)
    .where('outcome', '=', 'PENDING')
    .executeTakeFirst()

type FinishedRun = {
  outcome: RecurringOutcome
  detail?: string | undefined
  matched?: number | undefined
  newLeads?: number | undefined
  orderId?: string | undefined
  finishedAt: Date
}

export const finishRun = (db: Db, runId: string, { outcome, detail, matched, newLeads, ...run }: FinishedRun) =>
  db
    .updateTable('recurringOrderRuns')
    .set({
      ...{ outcome, detail: detail ?? null, matched: matched ?? null, newLeads: newLeads ?? null },
      ...{ orderId: run.orderId ?? null, finishedAt: run.finishedAt },
    })
    .where('id', '=', runId)
    .execute()

const selectRuns = (db: Db) =>
  db
    .selectFrom('recurringOrderRuns as runs')
    .leftJoin('orders', 'orders.id', 'runs.orderId')
    .leftJoin(selectHolds(db).as('creditHolds'), 'creditHolds.orderId', 'orders.id')
    .select([
      'runs.id',
      'runs.recurringOrderId',
      'runs.dueAt',
      'runs.isManual',
      'runs.outcome',
      'runs.detail',
      'runs.matched',
      'runs.newLeads',
      'runs.finishedAt',
      'runs.orderId',
      'orders.campaignId',
      'orders.quantity',
      'orders.deliveredQuantity',
      'orders.internalStatus',
      'creditHolds.subscription as heldSubscription',
      'creditHolds.onDemand as heldOnDemand',
      'creditHolds.captured',
      'creditHolds.settledAt',
    ])

export type RunRow = Awaited<ReturnType<typeof listRuns>>[number]

export const listRuns = (db: Db, recurringOrderId: string, { limit, offset }: Slice) =>
  selectRuns(db)
    .where('runs.recurringOrderId', '=', recurringOrderId)
    .orderBy('runs.dueAt', 'desc')
    .orderBy('runs.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countRuns = (db: Db, recurringOrderId: string): Promise<number> =>
  countRows(db, db.selectFrom('recurringOrderRuns').where('recurringOrderId', '=', recurringOrderId))

/** Of each the pending run, else the newest: due times after a pending run's are skipped. */
export const listLastRuns = (db: Db, recurringOrderIds: readonly string[]) =>
  selectRuns(db)
    .distinctOn('runs.recurringOrderId')
    .where(({ eb, fn, val }) => eb('runs.recurringOrderId', '=', fn.any(val([...recurringOrderIds]))))
    .orderBy('runs.recurringOrderId')
    .orderBy(({ eb }) => eb('runs.outcome', '=', 'PENDING' satisfies RecurringOutcome), 'desc')
    .orderBy('runs.dueAt', 'desc')
    .orderBy('runs.id')
    .execute()

/** Whether one of its runs has not ended. */
export async function hasPendingRun(db: Db, recurringOrderId: string): Promise<boolean> {
  const pending = await db
    .selectFrom('recurringOrderRuns')
    .select('id')
    .where('recurringOrderId', '=', recurringOrderId)
    .where('outcome', '=', 'PENDING')
    .executeTakeFirst()
  return pending !== undefined
}

/** Whether an order of its runs still holds credits: until it ends, its leads count as new. */
export async function hasOrderInProgress(db: Db, recurringOrderId: string): Promise<boolean> {
  const held = await db
    .selectFrom('recurringOrderRuns as runs')
    .innerJoin(selectHolds(db).as('holds'), 'holds.orderId', 'runs.orderId')
    .select('runs.id')
    .where('runs.recurringOrderId', '=', recurringOrderId)
    .where('holds.settledAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

type SpendingPeriod = { id: string; from: Date; to: Date }

/** `held` are credits of orders in progress, which may still be released. */
type SpentCredits = { captured: number; held: number }

/** By recurring order: credits that its orders placed in its period have cost, or hold while they are in progress. */
export async function sumCredits(
  db: Db,
  periods: readonly SpendingPeriod[],
): Promise<ReadonlyMap<string, SpentCredits>> {
  const { rows } = await sql<SpentCredits & { id: string }>`
    select periods.id, sum(holds.captured)::bigint as captured, sum(case when holds.settled_at is null
        then holds.subscription + holds.on_demand else 0 end)::bigint as held
    from unnest(${periods.map(({ id }) => id)}::uuid[], ${periods.map(({ from }) => from)}::timestamptz[],
      ${periods.map(({ to }) => to)}::timestamptz[]) as periods (id, starts_at, ends_at)
    join recurring_order_runs runs on runs.recurring_order_id = periods.id
    join orders on orders.id = runs.order_id
    join ${selectHolds(db)} holds on holds.order_id = orders.id
    where orders.created_at >= periods.starts_at and orders.created_at < periods.ends_at
    group by periods.id`.execute(db)
  return new Map(rows.map(({ id, ...credits }) => [id, credits]))
}

export const toRunJobKey = (runId: string) => `recurring-run:${runId}`

/** Pending runs whose job has no attempts left, as after several killed workers. */
export async function listAbandonedRuns(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('recurringOrderRuns')
    .select('id')
    .where('outcome', '=', 'PENDING')
    .where(
      sql<boolean>`not exists (select from graphile_worker.jobs where key = 'recurring-run:' || recurring_order_runs.id
        and (attempts < max_attempts or locked_at is not null))`,
    )
    .execute()
  return rows.map(({ id }) => id)
}
