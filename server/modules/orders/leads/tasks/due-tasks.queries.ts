import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/postgres/database.ts'

export type DueTaskRow = {
  userId: string
  title: string
  dueDay: string
  dueTime: string | null
  /** When the notice of it was due. */
  plannedAt: Date
  address: string | null
}

type Claim = { column: 'remind_at' | 'digest_at'; until: Date; limit: number; userId?: string }

const matchesUser = (userId: string | undefined): RawBuilder<unknown> =>
  userId === undefined ? sql`true` : sql`user_id = ${userId}`

/** Takes notices that are due, each once however many workers ask, and with each the address of its card. */
export async function claimNotices(db: Db, { column, until, limit, userId }: Claim): Promise<DueTaskRow[]> {
  const at = sql.ref(column)
  const { rows } = await sql<DueTaskRow>`
    with claimed as materialized (
      select id, ${at} as planned_at from lead_tasks where ${at} <= ${until} and ${matchesUser(userId)}
      order by ${at} limit ${limit} for update skip locked
    ), taken as (
      update lead_tasks set ${at} = null from claimed where lead_tasks.id = claimed.id
      returning lead_tasks.*, claimed.planned_at
    )
    select taken.user_id, taken.title, taken.due_day, taken.due_time, taken.planned_at,
      order_leads.lead ->> 'address' as address
    from taken
    left join pipeline_leads card on card.user_id = taken.user_id and card.property_id = taken.property_id
      and card.owner_key = taken.owner_key and card.is_card
    left join order_leads on order_leads.order_id = card.order_id and order_leads.property_id = card.property_id
    order by taken.due_at, taken.id`.execute(db)
  return rows
}

/** Users with a mail of the day that is due. */
export async function listUsersWithDigests(db: Db, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from lead_tasks where digest_at <= ${until}
    group by user_id order by min(digest_at), user_id limit ${limit}`.execute(db)
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
