import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/postgres/database.ts'

export type DueTaskRow = {
  title: string
  dueDay: string
  dueTime: string | null
  timeZone: string
  /** When the notice of it was due. */
  plannedAt: Date
  address: string | null
}

/** Takes the reminders of a user that are due, each once however many workers ask. */
export const claimReminders = (db: Db, userId: string, now: Date): Promise<DueTaskRow[]> =>
  claimNotices(db, { userId, column: 'remindAt', isDue: sql`remind_at <= ${now}` })

/** Takes the tasks of a user whose day has begun and that no mail has listed. */
export const claimDigests = (db: Db, userId: string, now: Date): Promise<DueTaskRow[]> =>
  claimNotices(db, { userId, column: 'digestAt', isDue: sql`digest_at is not null and starts_at <= ${now}` })

type NoticeColumn = 'remindAt' | 'digestAt'
type Claim = { userId: string; column: NoticeColumn; isDue: RawBuilder<unknown> }

const isPhoneMarked = (scrub: 'CLEAN' | 'NOT_SCRUBBED') =>
  sql`called.contacts @> jsonb_build_array(jsonb_build_object('value', result.phone, 'scrub', ${sql.lit(scrub)}))`

/** Of `taken`: a call of a lead that asked not to be called, unless its user has allowed calls of the number again. */
const isUnwantedCall = sql`taken.title ~* '^call\\M' and exists (
  select from pipeline_leads lead
  join lead_activity result on result.order_id = lead.order_id and result.property_id = lead.property_id
  join order_leads called on called.order_id = lead.order_id and called.property_id = lead.property_id
  where lead.user_id = taken.user_id and lead.property_id = taken.property_id and lead.owner_key = taken.owner_key
    and result.kind = 'CONTACT' and result.result = 'DO_NOT_CALL'
    and not coalesce(${isPhoneMarked('CLEAN')} or ${isPhoneMarked('NOT_SCRUBBED')}, false))`

/** With each the address of its card; unwanted calls are taken too, and left out. */
async function claimNotices(db: Db, { userId, column, isDue }: Claim): Promise<DueTaskRow[]> {
  const at = sql.ref(column)
  const { rows } = await sql<DueTaskRow>`
    with claimed as materialized (
      select id, ${at} as planned_at from lead_tasks where user_id = ${userId} and ${isDue} for update skip locked
    ), taken as (
      update lead_tasks set ${at} = null from claimed where lead_tasks.id = claimed.id
      returning lead_tasks.*, claimed.planned_at
    )
    select taken.title, taken.due_day, taken.due_time, taken.time_zone, taken.planned_at,
      order_leads.lead ->> 'address' as address
    from taken
    left join pipeline_leads card on card.user_id = taken.user_id and card.property_id = taken.property_id
      and card.owner_key = taken.owner_key and card.is_card
    left join order_leads on order_leads.order_id = card.order_id and order_leads.property_id = card.property_id
    where not (${isUnwantedCall})
    order by taken.due_at, taken.id`.execute(db)
  return rows
}

/** Users with a notice that is due, the one that has waited longest first. */
export async function listUsersWithNotices(db: Db, column: NoticeColumn, now: Date): Promise<string[]> {
  const at = sql.ref(column)
  const { rows } = await sql<{ userId: string }>`
    select user_id from lead_tasks where ${at} <= ${now} group by user_id order by min(${at}), user_id`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** When the first notice after an instant is due. */
export async function findNextTaskNotice(db: Db, after: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(remind_at) from lead_tasks where remind_at > ${after}),
      (select min(digest_at) from lead_tasks where digest_at > ${after})) as at`.execute(db)
  return rows[0]?.at ?? undefined
}
