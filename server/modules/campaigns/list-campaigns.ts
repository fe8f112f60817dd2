import type { CampaignStatus, ListedCampaign } from '@dooryard/contract/campaigns'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { countCampaigns, selectCampaigns } from './campaigns.queries.ts'
import { presentListed } from './present-campaign.ts'

type Query = PageQuery & { search?: string | undefined; status?: CampaignStatus | undefined }

/** A page of the actor's campaigns, newest first; `search` finds any part of a name, and `status` leaves out those of the other. */
export async function listCampaigns({ db, actor }: Context, query: Query): Promise<PageOf<ListedCampaign>> {
  const filter = { search: query.search ?? '', status: query.status }
  const rows = await selectCampaigns(db, actor.userId, filter, sliceOf(query))
  return toPage(rows.map(presentListed), await countCampaigns(db, actor.userId, filter), query)
}
