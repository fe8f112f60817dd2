import type { ListedCampaign } from '@dooryard/contract/campaigns'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { countCampaigns, selectCampaigns } from './campaigns.queries.ts'
import { presentListed } from './present-campaign.ts'

type Query = PageQuery & { search?: string | undefined }

/** A page of the actor's campaigns, newest first; `search` finds any part of a name. */
export async function listCampaigns({ db, actor }: Context, query: Query): Promise<PageOf<ListedCampaign>> {
  const search = query.search ?? ''
  const rows = await selectCampaigns(db, actor.userId, search, sliceOf(query))
  return toPage(rows.map(presentListed), await countCampaigns(db, actor.userId, search), query)
}
