import type { Campaign } from '@dooryard/contract/campaigns'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { countCampaigns, selectCampaigns } from './campaigns.queries.ts'
import { presentCampaign } from './present-campaign.ts'

type Query = PageQuery & { search?: string | undefined }

/** A page of the actor's campaigns, newest first; `search` finds any part of a name. */
export async function listCampaigns({ db, actor }: Context, query: Query): Promise<PageOf<Campaign>> {
  const search = query.search ?? ''
  const rows = await selectCampaigns(db, actor.userId, search, sliceOf(query))
  return toPage(rows.map(presentCampaign), await countCampaigns(db, actor.userId, search), query)
}
