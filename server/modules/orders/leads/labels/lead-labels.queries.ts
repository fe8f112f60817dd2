import type { LabelColor, LeadLabelChange } from '@dooryard/contract/leads/lead-labels'
import { sql } from 'kysely'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../../platform/postgres/database.ts'

export type LabelKind = 'TAG' | 'ASSIGNEE'
export type LabelRow = { id: string; kind: string; name: string; color: string; leads: number }

/** With the number of leads that have each. */
export async function listLabels(db: Db, userId: string, id?: string): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select label.id, label.kind, label.name, label.color, coalesce(used.leads, 0)::int as leads
    from lead_labels label left join (
      select label_id, count(*) as leads from (
        select unnest(tag_ids || assignee_id) as label_id from pipeline_leads
        where user_id = ${userId} and is_card and (tag_ids <> '{}' or assignee_id is not null)
      ) labelled group by label_id
    ) used on used.label_id = label.id
    where label.user_id = ${userId} and (${id ?? null}::uuid is null or label.id = ${id ?? null}::uuid)
    order by label.kind, lower(label.name), label.id`.execute(db)
  return rows
}

export const countLabels = (db: Db, userId: string, kind: LabelKind): Promise<number> =>
  countRows(db, db.selectFrom('leadLabels').where('userId', '=', userId).where('kind', '=', kind))

export const findLabelByName = (db: Db, userId: string, kind: LabelKind, name: string) =>
  db
    .selectFrom('leadLabels')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst()

export const lockLabel = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('leadLabels')
    .select(['id', 'kind', 'name', 'color'])
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Shared, so that a label stays until leads that get it are written. */
export const lockLabelsForUse = (db: Db, userId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('leadLabels')
        .select(['id', 'kind'])
        .where('userId', '=', userId)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forShare()
        .execute()

type NewLabelRow = { id: string; userId: string; kind: LabelKind; name: string; color: LabelColor; createdAt: Date }

export const insertLabel = (db: Db, label: NewLabelRow) => db.insertInto('leadLabels').values(label).execute()

export const updateLabel = (db: Db, id: string, change: LeadLabelChange) =>
  db.updateTable('leadLabels').set(change).where('id', '=', id).execute()

/** Deletes a label and removes it from all leads of its user. */
export async function deleteLabel(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('leadLabels').where('userId', '=', userId).where('id', '=', id).execute()
  // In the order of `lockLeads`, so that the two cannot wait for each other.
  await sql`
    select from pipeline_leads
    where user_id = ${userId} and (tag_ids @> array[${id}::uuid] or assignee_id = ${id}::uuid)
    order by property_id, owner_key, order_id for update`.execute(db)
  await sql`
    update pipeline_leads set tag_ids = array_remove(tag_ids, ${id}::uuid), assignee_id = nullif(assignee_id, ${id}::uuid)
    where user_id = ${userId} and (tag_ids @> array[${id}::uuid] or assignee_id = ${id}::uuid)`.execute(db)
}
