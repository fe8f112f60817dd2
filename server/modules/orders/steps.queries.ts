import type { ScrubSummary } from '@dooryard/contract/order-files'
import type { ScrubResult } from '@dooryard/contract/vocabularies'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { SelectedLead } from '../properties/index.ts'

/** Whose an order is. */
export async function ownerOf(db: Db, orderId: string): Promise<string> {
  const { userId } = await db.selectFrom('orders').select('userId').where('id', '=', orderId).executeTakeFirstOrThrow()
  return userId
}

/** Notes how far the step under way has come, and once it goes on, that it waits for nobody. False when somebody else has the order. */
export async function setStep(
  db: Db,
  { orderId, fence }: { orderId: string; fence: string },
  { done, of }: { done: number; of: number },
): Promise<boolean> {
  const noted = await db
    .updateTable('orders')
    .set({ stepDone: done, stepOf: of, ...(done > 0 && { putOff: null }) })
    .where('id', '=', orderId)
    .where('fence', '=', fence)
    .returning('id')
    .execute()
  return noted.length > 0
}

/** Adds to one count of an order's waterfall. */
export const addToWaterfall = (db: Db, orderId: string, key: 'considered' | 'notAsked', more: number) =>
  sql`update orders set waterfall = jsonb_set(waterfall, array[${key}::text],
    to_jsonb(coalesce((waterfall ->> ${key}::text)::integer, 0) + ${more}::integer)) where id = ${orderId}`.execute(db)

/** How many candidates of an order nobody has looked up the contacts of. */
export async function countUntraced(db: Db, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orderLeads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orderId', '=', orderId)
    .where('contacts', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

type Untraced = { rank: number; ownerKey: string; lead?: SelectedLead }
type Look = {
  after: number
  limit: number
  /** The whole lead is read only for a vendor, who is told of it. */
  whole: boolean
}

/** The first candidates of an order behind `after` whose contacts nobody has looked up yet. */
export async function untracedLeads(db: Db, orderId: string, { after, limit, whole }: Look): Promise<Untraced[]> {
  const rows = await db
    .selectFrom('orderLeads')
    .select(['rank', 'ownerKey'])
    .$if(whole, (query) => query.select('lead'))
    .where('orderId', '=', orderId)
    .where('rank', '>', after)
    .where('contacts', 'is', null)
    .orderBy('rank')
    .limit(limit)
    .execute()
  // Written by `insertLeads` only.
  return rows.map(({ rank, ownerKey, lead }) => ({ rank, ownerKey, ...(whole && { lead: lead as SelectedLead }) }))
}

const isCallable = sql<boolean>`coalesce(contacts @> '[{"scrub": "CLEAN"}]', false)`

export type CallCounts = { contactable: number; callable: number; notCovered: number }

/**
 * Of an order's candidates: those with a phone, those with one that may be called, and those without such a one of which a
 * number could not be checked.
 */
export async function countCallable(db: Db, orderId: string): Promise<CallCounts> {
  const { rows } = await sql<CallCounts>`
    select count(*) filter (where contacts @> '[{"type": "PHONE"}]') as contactable,
      count(*) filter (where ${isCallable}) as callable,
      count(*) filter (where not ${isCallable} and contacts @> '[{"scrub": "NOT_SCRUBBED"}]') as not_covered
    from order_leads where order_id = ${orderId}`.execute(db)
  return rows[0] ?? { contactable: 0, callable: 0, notCovered: 0 }
}

/** Keeps the first `quantity` candidates that may be called, and drops the others. */
export async function keepCallable(db: Db, orderId: string, quantity: number): Promise<void> {
  await sql`
    with kept as (
      select rank from order_leads where order_id = ${orderId} and ${isCallable} order by rank limit ${quantity}
    )
    delete from order_leads
    where order_id = ${orderId} and (not ${isCallable} or rank > (select max(rank) from kept))`.execute(db)
}

/** Each number of an order's leads, with what its check says. */
export async function scrubbedNumbers(db: Db, orderId: string): Promise<Map<string, ScrubResult>> {
  const { rows } = await sql<{ number: string; result: ScrubResult }>`
    select distinct contact ->> 'value' as number, contact ->> 'scrub' as result
    from order_leads, jsonb_array_elements(contacts) as contact
    where order_id = ${orderId} and contact ->> 'type' = 'PHONE' and contact ? 'scrub'`.execute(db)
  return new Map(rows.map(({ number, result }) => [number, result]))
}

/** What the check of an order's numbers found, from its end to the file. */
export async function findScrub(db: Db, orderId: string): Promise<ScrubSummary | null> {
  const row = await db.selectFrom('orders').select('scrub').where('id', '=', orderId).executeTakeFirst()
  // Written by the step that checks them only.
  return (row?.scrub as ScrubSummary | null | undefined) ?? null
}

type Version = {
  orderId: string
  version: number
  fileKey: string
  sha256: string
  leads: number
  callableLeads: number | null
  scrub: ScrubSummary | null
  certificate: string | null
}

export async function insertVersion(db: Db, { scrub, ...version }: Version, createdAt: Date): Promise<void> {
  await db
    .insertInto('orderFiles')
    .values({ ...version, createdAt, scrub: scrub && JSON.stringify(scrub) })
    .execute()
}
