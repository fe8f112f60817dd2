import { campaignTypes } from '@dooryard/contract/api/enums'
import { type Campaign, campaignStatuses, type ListedCampaign } from '@dooryard/contract/orders/campaigns'
import { z } from 'zod'
import { toCriteria, toCriteriaSummary } from '../properties/index.ts'
import type { CampaignRow, ListedCampaignRow } from './campaigns.queries.ts'

const Status = z.enum(campaignStatuses)

export const presentListedCampaign = (row: ListedCampaignRow): ListedCampaign => ({
  id: row.id,
  name: row.name,
  campaignType: campaignTypes.schema.parse(row.campaignType),
  criteriaSummary: toCriteriaSummary(row),
  status: Status.parse(row.status),
  orderCount: row.orderCount,
  leadsDelivered: row.leadsDelivered,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const presentCampaign = (row: CampaignRow): Campaign => ({
  ...presentListedCampaign(row),
  criteria: toCriteria(row),
})
