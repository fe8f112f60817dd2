import { type Campaign, campaignStatuses } from '@dooryard/contract/campaigns'
import type { Criteria } from '@dooryard/contract/criteria'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import type { CampaignRow } from './campaigns.queries.ts'

const Status = z.enum(campaignStatuses)

/** A campaign as the API shows it. */
export const presentCampaign = (row: CampaignRow): Campaign => ({
  id: row.id,
  name: row.name,
  campaignType: campaignTypes.schema.parse(row.campaignType),
  // Written by `createCampaign` and `changeCampaign` only, which take validated criteria.
  criteria: row.criteria as Criteria,
  status: Status.parse(row.status),
  orderCount: row.orderCount,
  leadsDelivered: row.leadsDelivered,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
