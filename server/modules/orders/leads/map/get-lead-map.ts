import { leadStages } from '@dooryard/contract/api/enums'
import { type LeadMapQuery, maxMapLeads } from '@dooryard/contract/leads/lead-map'
import type { Context } from '../../../../platform/context.ts'
import { listMapLeads } from './lead-map.queries.ts'

/** The leads of the board within the bounds of a map. */
export async function getLeadMap({ db, actor }: Context, query: LeadMapQuery) {
  const rows = await listMapLeads(db, actor.userId, query, maxMapLeads)
  const leads = rows.map(({ total: _, stage, ...lead }) => ({ ...lead, stage: leadStages.schema.parse(stage) }))
  return { leads, total: rows[0]?.total ?? 0 }
}
