import type { LeadStage } from '@dooryard/contract/api/enums'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/postgres/database.ts'
import type { OrderLeadRef } from '../lead-activity.queries.ts'

export type LockedLead = OrderLeadRef & {
  ownerKey: string
  stage: LeadStage
  tagIds: string[]
  assigneeId: string | null
}

/**
 * Locks these leads of the user in all their orders, always in the same order so that two changes cannot wait for each
 * other. Returns the rows that were named; those of other users are missing.
 */
export async function lockLeads(db: Db, userId: string, refs: readonly OrderLeadRef[]): Promise<LockedLead[]> {
  const given = JSON.stringify(refs.map(({ orderId, propertyId }) => ({ order_id: orderId, property_id: propertyId })))
  const { rows } = await sql<LockedLead & { isNamed: boolean }>`
    with given as (select * from json_to_recordset(${given}::json) as named (order_id uuid, property_id text))
    select board.order_id, board.property_id, board.owner_key, board.stage, board.tag_ids, board.assignee_id,
      (board.order_id, board.property_id) in (select order_id, property_id from given) as is_named
    from pipeline_leads board
    where board.user_id = ${userId} and (board.property_id, board.owner_key) in (
      select property_id, owner_key from pipeline_leads join given using (order_id, property_id)
      where pipeline_leads.user_id = ${userId})
    order by board.property_id, board.owner_key, board.order_id
    for update of board`.execute(db)
  return rows.filter(({ isNamed }) => isNamed)
}

/** Writes the states of leads into all orders that delivered them. A new stage starts `at`. */
export async function updateLeads(db: Db, userId: string, leads: readonly LockedLead[], at: Date): Promise<void> {
  const given = JSON.stringify(
    leads.map(({ propertyId, ownerKey, stage, tagIds, assigneeId }) => ({
      ...{ property_id: propertyId, owner_key: ownerKey },
      ...{ stage, tag_ids: tagIds, assignee_id: assigneeId },
    })),
  )
  await sql`
    update pipeline_leads board set tag_ids = given.tag_ids, assignee_id = given.assignee_id, stage = given.stage,
      staged_at = case when board.stage = given.stage then board.staged_at else ${at}::timestamptz end
    from json_to_recordset(${given}::json) as given
      (property_id text, owner_key text, stage text, tag_ids uuid[], assignee_id uuid)
    where board.user_id = ${userId} and board.property_id = given.property_id
      and board.owner_key = given.owner_key`.execute(db)
}
