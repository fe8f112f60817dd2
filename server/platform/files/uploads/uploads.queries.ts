import { sql } from 'kysely'
import { lockInTransaction } from '../../postgres/advisory-locks.ts'
import type { Db } from '../../postgres/database.ts'

/** An upload counts as in progress for this many seconds after its process last renewed it. */
const leaseSeconds = 60

export type UploadCount = {
  /** Stored or reserved on the day. */
  bytes: number
  /** In progress, whenever they started. */
  inProgress: number
}

/** Concurrent uploads of several processes see each other. */
export const lockUploads = (db: Db, userId: string) => lockInTransaction(db, `uploads:${userId}`)

/** An upload whose process died no longer counts once its lease has expired. */
export async function countUploads(db: Db, userId: string, day: string): Promise<UploadCount> {
  const { rows } = await sql<UploadCount>`
    select coalesce(sum(bytes) filter (where day = ${day}), 0)::bigint as bytes,
      count(*) filter (where lease_until is not null)::int as in_progress
    from uploads where user_id = ${userId} and (lease_until is null or lease_until > now())`.execute(db)
  return rows[0] ?? { bytes: 0, inProgress: 0 }
}

const leaseEnd = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`

export const insertUpload = (db: Db, upload: { id: string; userId: string; day: string; bytes: number }) =>
  db
    .insertInto('uploads')
    .values({ ...upload, leaseUntil: leaseEnd })
    .execute()

export const renewUpload = (db: Db, id: string) =>
  db.updateTable('uploads').set({ leaseUntil: leaseEnd }).where('id', '=', id).execute()

export const finishUpload = (db: Db, id: string, bytes: number) =>
  db.updateTable('uploads').set({ bytes, leaseUntil: null }).where('id', '=', id).execute()

export const deleteUpload = (db: Db, id: string) => db.deleteFrom('uploads').where('id', '=', id).execute()

export const deleteUploadsBefore = (db: Db, day: string) =>
  db
    .deleteFrom('uploads')
    .where('day', '<', day)
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', sql<Date>`now()`)]))
    .execute()
