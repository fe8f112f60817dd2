import type { CampaignType } from '@dooryard/contract/vocabularies'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** How many orders of a type are under way, and what is held for them. */
export const underWayOfType = (db: Db, campaignType: CampaignType) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .select(sql<number>`coalesce(sum(total_price), 0)::bigint`.as('creditsHeld'))
    .where('campaignType', '=', campaignType)
    .where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])
    .executeTakeFirstOrThrow()

type Placed = {
  orders: number
  leads: number
  credits: number
  tooSmall: number
  leadsOfOthers: number
  creditsOfOthers: number
}

/**
 * The orders of a type that were placed since an instant: what they asked for and came to as they were placed, how many
 * are smaller than `smallest`, and the same of the others. One that an administrator placed again is the same order
 * once more, at its old price, and counts once.
 */
export async function placedOfType(
  db: Db,
  { campaignType, since, smallest }: { campaignType: CampaignType; since: Date; smallest: number },
): Promise<Placed> {
  const { rows } = await sql<Placed>`
    select count(*) as orders, coalesce(sum(quantity), 0) as leads,
      coalesce(sum(quantity::bigint * credit_required), 0)::bigint as credits,
      count(*) filter (where quantity < ${smallest}) as too_small,
      coalesce(sum(quantity) filter (where quantity >= ${smallest}), 0) as leads_of_others,
      coalesce(sum(quantity::bigint * credit_required) filter (where quantity >= ${smallest}), 0)::bigint
        as credits_of_others
    from orders where campaign_type = ${campaignType} and created_at >= ${since} and retry_of is null`.execute(db)
  return rows[0] ?? { orders: 0, leads: 0, credits: 0, tooSmall: 0, leadsOfOthers: 0, creditsOfOthers: 0 }
}
