import { type Campaign, campaignStatuses, type ListedCampaign } from '@dooryard/contract/campaigns'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { criteriaOf, summaryOf } from '../properties/index.ts'
import type { CampaignRow, ListedCampaignRow } from './campaigns.queries.ts'

const Status = z.enum(campaignStatuses)

export const presentListed = (row: ListedCampaignRow): ListedCampaign => ({
  id: row.id,
  name: row.name,
  campaignType: campaignTypes.schema.parse(row.campaignType),
  criteriaSummary: summaryOf(row),
  status: Status.parse(row.status),
  orderCount: row.orderCount,
  leadsDelivered: row.leadsDelivered,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const presentCampaign = (row: CampaignRow): Campaign => ({ ...presentListed(row), criteria: criteriaOf(row) })
