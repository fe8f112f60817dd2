import { sql } from 'kysely'
import type { Db } from '../../../../platform/postgres/database.ts'
import { type SandboxKind, SandboxObject, type SandboxObjectByKind } from './sandbox-objects.ts'
import { getDueDate } from './sandbox-rules.ts'

type LockedClock = {
  /** How far it is ahead, in milliseconds. */
  offsetMs: number
  /** The instant up to which a history is written and its steps may run; null for the present. */
  dueUntil: Date | null
  /** Whether this connection writes the history. */
  writesHistory: boolean
}

/** Takes the sandbox lock until the end of the transaction. */
export const lockClock = (db: Db): Promise<LockedClock> =>
  db
    .selectFrom('sandboxClock')
    .select(['offsetMs', 'dueUntil'])
    .select(sql<boolean>`coalesce(current_setting('dooryard.job_prefix', true), '') <> ''`.as('writesHistory'))
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function getClockOffset(db: Db): Promise<number> {
  const { offsetMs } = await db.selectFrom('sandboxClock').select('offsetMs').executeTakeFirstOrThrow()
  return offsetMs
}

export const setClockOffset = (db: Db, offsetMs: number) => db.updateTable('sandboxClock').set({ offsetMs }).execute()

/** Lets due steps run up to an instant of a history that is being written, or, with null, up to the present. */
export const setDueUntil = (db: Db, dueUntil: Date | null) => db.updateTable('sandboxClock').set({ dueUntil }).execute()

/** When the first automatic step after an instant is due; undefined if none is. */
export async function findNextDueDate(db: Db, after: Date): Promise<Date | undefined> {
  const { dueAt } = await db
    .selectFrom('sandboxObjects')
    .select(({ fn }) => fn.min('dueAt').as('dueAt'))
    .where('dueAt', '>', after)
    .executeTakeFirstOrThrow()
  return dueAt ?? undefined
}

export async function saveObject(db: Db, object: SandboxObject, now: Date): Promise<void> {
  const state = { body: JSON.stringify(object), dueAt: getDueDate(object) }
  const { id, kind } = object
  const customerId = object.kind === 'CUSTOMER' ? object.id : object.customerId
  await db
    .insertInto('sandboxObjects')
    .values({ id, kind, customerId, ...state, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
}

export async function findObject<Kind extends SandboxKind>(
  db: Db,
  kind: Kind,
  id: string,
): Promise<SandboxObjectByKind<Kind> | undefined> {
  const row = await db
    .selectFrom('sandboxObjects')
    .select('body')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  // The column `kind` matches the document's.
  return row && (SandboxObject.parse(row.body) as SandboxObjectByKind<Kind>)
}

/** A customer's objects of a kind, oldest first. */
export async function listObjects<Kind extends SandboxKind>(
  db: Db,
  kind: Kind,
  customerId: string,
): Promise<SandboxObjectByKind<Kind>[]> {
  const rows = await db
    .selectFrom('sandboxObjects')
    .select('body')
    .where('kind', '=', kind)
    .where('customerId', '=', customerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => SandboxObject.parse(body) as SandboxObjectByKind<Kind>)
}

export const listLiveSubscriptions = async (db: Db, customerId: string) =>
  (await listObjects(db, 'SUBSCRIPTION', customerId)).filter(({ status }) => status !== 'INACTIVE')

/** Cents that a customer owes for unpaid months, charged to the next card on file. */
export async function sumUnpaid(db: Db, customerId: string): Promise<number> {
  const subscriptions = await listObjects(db, 'SUBSCRIPTION', customerId)
  const unpaid = new Set(subscriptions.map((subscription) => subscription.unpaid?.invoiceId))
  const invoices = await listObjects(db, 'INVOICE', customerId)
  return invoices.filter(({ id }) => unpaid.has(id)).reduce((sum, { amount }) => sum + amount, 0)
}

export async function findFirstDue(db: Db, until: Date) {
  const row = await db
    .selectFrom('sandboxObjects')
    .select(['body', 'dueAt'])
    .where('dueAt', '<=', until)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.dueAt ? { object: SandboxObject.parse(row.body), at: row.dueAt } : undefined
}
