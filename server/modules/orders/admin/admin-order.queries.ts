import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import { selectApiKeyNames } from '../../api-keys/index.ts'

export const findAdminDetails = (db: Db, orderId: string) =>
  db
    .selectFrom('orders')
    .leftJoin(selectApiKeyNames(db).as('apiKeys'), 'apiKeys.id', 'orders.apiKeyId')
    .leftJoin('orders as again', 'again.retryOf', 'orders.id')
    .select([
      'orders.updatedAt',
      'orders.attemptFailures',
      'orders.deferredReason',
      'orders.retryOf',
      'again.id as retriedAs',
    ])
    .select(['apiKeys.id as keyId', 'apiKeys.name as keyName'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()

export type AdminDetailsRow = Awaited<ReturnType<typeof findAdminDetails>>

export type OrderJobRow = {
  id: string
  attempts: number
  maxAttempts: number
  isRunning: boolean
  isDue: boolean
  runAt: Date
  lastError: string | null
}

export async function findOrderJob(db: Db, orderId: string): Promise<OrderJobRow | undefined> {
  const { rows } = await sql<OrderJobRow>`
    select id, attempts, max_attempts, locked_at is not null as is_running,
      locked_at is null and run_at <= now() as is_due, coalesce(locked_at, run_at) as run_at, last_error
    from graphile_worker.jobs where key = ${`order:${orderId}`}`.execute(db)
  return rows[0]
}

/** A running job stays with its worker, whose next step finds the order finished. */
export const removeQueuedJob = (db: Db, orderId: string) =>
  sql`select graphile_worker.remove_job(key) from graphile_worker.jobs
    where key = ${`order:${orderId}`} and locked_at is null`.execute(db)
