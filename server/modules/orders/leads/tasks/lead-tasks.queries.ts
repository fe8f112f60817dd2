import type { Slice } from '@dooryard/contract/api/paging'
import type { TaskFilter } from '@dooryard/contract/orders/lead-board'
import { type Insertable, type SqlBool, sql } from 'kysely'
import { selectAccounts } from '../../../../platform/lists/owners.queries.ts'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../../platform/postgres/database.ts'

export type LeadOfUser = { propertyId: string; ownerKey: string }
type LeadRef = LeadOfUser & { userId: string }

const taskColumns = [
  ...(['leadTasks.id', 'leadTasks.propertyId', 'leadTasks.ownerKey', 'leadTasks.title', 'leadTasks.note'] as const),
  ...(['leadTasks.dueDay', 'leadTasks.dueTime', 'leadTasks.timeZone', 'leadTasks.dueAt'] as const),
  ...(['leadTasks.reminder', 'leadTasks.actorId', 'leadTasks.userId', 'leadTasks.createdAt'] as const),
  ...(['leadTasks.doneAt', 'leadTasks.deletedAt', 'users.firstName', 'users.lastName'] as const),
] as const

const selectTasks = (db: Db, userId: string) =>
  db
    .selectFrom('leadTasks')
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'leadTasks.actorId')
    .select(taskColumns)
    .where('leadTasks.userId', '=', userId)

export type TaskRow = Awaited<ReturnType<typeof listTasksOfLead>>[number]

const isOpen = sql<SqlBool>`lead_tasks.done_at is null and lead_tasks.deleted_at is null`
const isDone = sql<SqlBool>`lead_tasks.done_at is not null and lead_tasks.deleted_at is null`

/** The open ones as they are due, then those done, the latest first. */
export const listTasksOfLead = (db: Db, { userId, propertyId, ownerKey }: LeadRef) =>
  selectTasks(db, userId)
    .where('leadTasks.propertyId', '=', propertyId)
    .where('leadTasks.ownerKey', '=', ownerKey)
    .where('leadTasks.deletedAt', 'is', null)
    .orderBy('leadTasks.doneAt', (by) => by.desc().nullsFirst())
    .orderBy('leadTasks.dueAt')
    .orderBy('leadTasks.id')
    .execute()

/** In the order of their ids, deleted ones too. */
export const listTasksByIds = (db: Db, userId: string, ids: readonly string[]) =>
  selectTasks(db, userId)
    .where('leadTasks.id', 'in', [...ids])
    .orderBy('leadTasks.id')
    .execute()

/** In the order of their ids, so that two changes cannot wait for each other. */
export const lockTasks = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('leadTasks')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

export type TaskListQuery = { userId: string; state: 'DUE' | 'UPCOMING' | 'DONE'; now: Date }

const matchesState = ({ state, now }: TaskListQuery) => {
  if (state === 'DONE') return isDone
  return state === 'DUE'
    ? sql<SqlBool>`${isOpen} and lead_tasks.starts_at <= ${now}`
    : sql<SqlBool>`${isOpen} and lead_tasks.starts_at > ${now}`
}

const leadField = (field: 'ownerName' | 'address' | 'city' | 'state' | 'zip') =>
  sql<string | null>`order_leads.lead->>${sql.lit(field)}`

/** With what names the lead, as on its card. */
const selectListed = (db: Db, query: TaskListQuery) =>
  selectTasks(db, query.userId)
    .where(matchesState(query))
    .innerJoin('pipelineLeads', (join) =>
      join
        .onRef('pipelineLeads.userId', '=', 'leadTasks.userId')
        .onRef('pipelineLeads.propertyId', '=', 'leadTasks.propertyId')
        .onRef('pipelineLeads.ownerKey', '=', 'leadTasks.ownerKey')
        .on('pipelineLeads.isCard', '=', true),
    )
    .innerJoin('orderLeads', (join) =>
      join
        .onRef('orderLeads.orderId', '=', 'pipelineLeads.orderId')
        .onRef('orderLeads.propertyId', '=', 'pipelineLeads.propertyId'),
    )
    .select(['pipelineLeads.orderId', 'pipelineLeads.stage'])
    .select([leadField('ownerName').as('ownerName'), leadField('address').as('address')])
    .select([leadField('city').as('city'), leadField('state').as('state'), leadField('zip').as('zip')])

export type ListedTaskRow = Awaited<ReturnType<typeof listTasks>>[number]

export const listTasks = (db: Db, query: TaskListQuery, { limit, offset }: Slice) =>
  selectListed(db, query)
    .orderBy(query.state === 'DONE' ? sql`lead_tasks.done_at desc` : sql`lead_tasks.due_at`)
    .orderBy('leadTasks.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countTasks = (db: Db, query: TaskListQuery): Promise<number> =>
  countRows(db, db.selectFrom('leadTasks').select('id').where('userId', '=', query.userId).where(matchesState(query)))

/** How many tasks these leads have, and how many with deleted ones that can still be restored. */
export async function countTasksOfLeads(db: Db, userId: string, leads: readonly LeadOfUser[]) {
  const given = JSON.stringify(
    leads.map(({ propertyId, ownerKey }) => ({ property_id: propertyId, owner_key: ownerKey })),
  )
  const { rows } = await sql<{ count: number; withDeleted: number }>`
    select count(*) filter (where deleted_at is null) as count, count(*) as with_deleted from lead_tasks
    where user_id = ${userId} and (property_id, owner_key) in (
      select property_id, owner_key from json_to_recordset(${given}::json) as named (property_id text, owner_key text))
    group by property_id, owner_key`.execute(db)
  return rows
}

/** 500 rows of 19 columns are within the parameters of a statement. */
export const insertTasks = (db: Db, rows: readonly Insertable<DB['leadTasks']>[]) =>
  db
    .insertInto('leadTasks')
    .values([...rows])
    .execute()

export const updateTask = (db: Db, { id, ...row }: Insertable<DB['leadTasks']>) =>
  db.updateTable('leadTasks').set(row).where('id', '=', id).execute()

export const purgeMarkedTasks = (db: Db, until: Date) =>
  db.deleteFrom('leadTasks').where('deletedAt', '<=', until).execute()

/** The open task of a card that is due first, as JSON; null if it has none. Of `labeled`, a row of `pipeline_leads`. */
export const selectNextTask = sql<unknown>`(
  select jsonb_build_object('id', id, 'title', title, 'day', due_day, 'time', due_time, 'timeZone', time_zone,
    'dueAt', due_at)
  from lead_tasks
  where lead_tasks.user_id = labeled.user_id and lead_tasks.property_id = labeled.property_id
    and lead_tasks.owner_key = labeled.owner_key and ${isOpen}
  order by due_at, id limit 1)`

/** A condition on `pipeline_leads`, by the open tasks of the lead. */
export function matchesTaskFilter(userId: string, filter: TaskFilter, now: Date) {
  const selectLeads = (condition: typeof isOpen) =>
    sql<SqlBool>`(pipeline_leads.property_id, pipeline_leads.owner_key) in (
      select lead_tasks.property_id, lead_tasks.owner_key from lead_tasks
      where lead_tasks.user_id = ${userId} and ${isOpen} and ${condition})`
  if (filter === 'OVERDUE') return selectLeads(sql`lead_tasks.due_at <= ${now}`)
  if (filter === 'TODAY') return selectLeads(sql`lead_tasks.starts_at <= ${now} and lead_tasks.due_at > ${now}`)
  return sql<SqlBool>`not exists (
    select from lead_tasks where lead_tasks.user_id = pipeline_leads.user_id
      and lead_tasks.property_id = pipeline_leads.property_id and lead_tasks.owner_key = pipeline_leads.owner_key
      and ${isOpen})`
}
