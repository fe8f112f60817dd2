import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** What administrators see of an order beside what its owner does. */
export const findAdminFacts = (db: Db, orderId: string) =>
  db
    .selectFrom('orders')
    .leftJoin('apiKeys', 'apiKeys.id', 'orders.apiKeyId')
    .leftJoin('orders as again', 'again.retryOf', 'orders.id')
    .select([
      'orders.updatedAt',
      'orders.failures',
      'orders.putOff',
      'orders.retryOf',
      'again.id as retriedAs',
      'apiKeys.id as keyId',
      'apiKeys.name as keyName',
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()

export type AdminFacts = Awaited<ReturnType<typeof findAdminFacts>>

/** The order that was placed in the place of a failed one. */
export async function findRetry(db: Db, orderId: string): Promise<string | undefined> {
  const row = await db.selectFrom('orders').select('id').where('retryOf', '=', orderId).executeTakeFirst()
  return row?.id
}

export type OrderJobRow = {
  id: string
  attempts: number
  maxAttempts: number
  isRunning: boolean
  /** It waits for nothing but a worker. */
  isDue: boolean
  runAt: Date
  lastError: string | null
}

/** The job that takes an order on, as the queue has it. */
export async function findOrderJob(db: Db, orderId: string): Promise<OrderJobRow | undefined> {
  const { rows } = await sql<OrderJobRow>`
    select id, attempts, max_attempts, locked_at is not null as is_running,
      locked_at is null and run_at <= now() as is_due, coalesce(locked_at, run_at) as run_at, last_error
    from graphile_worker.jobs where key = ${`order:${orderId}`}`.execute(db)
  return rows[0]
}

/**
 * Takes the job of an order that is over out of the queue. One that is running stays with its worker, who fails once; the
 * next try finds the order over and ends.
 */
export const dropWaitingJob = (db: Db, orderId: string) =>
  sql`select graphile_worker.remove_job(key) from graphile_worker.jobs
    where key = ${`order:${orderId}`} and locked_at is null`.execute(db)
