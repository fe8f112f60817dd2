import type { AdminCampaign, AdminCampaignQuery, adminCampaigns } from '@dooryard/contract/admin-campaigns'
import type { Output } from '@dooryard/contract/endpoint'
import type { Owner } from '@dooryard/contract/owner'
import { sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import type { ListedCampaignRow } from './campaigns.queries.ts'
import { type EverybodysList, findAnyCampaign, pageOfEverybodysCampaigns } from './everybodys-campaigns.queries.ts'
import { presentCampaign, presentListed } from './present-campaign.ts'

/** A page of the campaigns of all users. */
export async function everybodysCampaigns(
  { db }: Context,
  query: AdminCampaignQuery,
): Promise<Output<typeof adminCampaigns.list>> {
  const page = await pageOfEverybodysCampaigns(db, listOf(query), sliceOf(query))
  const owners = await ownersOf(
    db,
    page.rows.map(({ userId }) => userId),
  )
  const items = page.rows.flatMap((row) => withOwner(presentListed(row), row, owners) ?? [])
  return { ...toPage(items, page.totalCount, query), hasMore: page.hasMore }
}

/** The campaign of anybody; NOT_FOUND where there is none. */
export async function anyCampaign({ db }: Pick<Context, 'db'>, id: string): Promise<AdminCampaign> {
  const row = await findAnyCampaign(db, id)
  const campaign = row && withOwner(presentCampaign(row), row, await ownersOf(db, [row.userId]))
  if (!campaign) throw notFound('This campaign')
  return campaign
}

export const listOf = (query: Omit<AdminCampaignQuery, 'page' | 'limit'>): EverybodysList => ({
  userIds: query.userId,
  campaignType: query.campaignType,
  search: query.search,
  sort: query.sort,
  order: query.order,
  from: query.fromDate ? new Date(query.fromDate) : undefined,
  to: query.toDate ? new Date(query.toDate) : undefined,
})

/** With whose it is: every campaign is somebody's. */
function withOwner<Shown>(shown: Shown, { userId, totalPrice }: ListedCampaignRow, owners: ReadonlyMap<string, Owner>) {
  const user = owners.get(userId)
  return user && { ...shown, user, totalPrice }
}
