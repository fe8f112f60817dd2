import type { AdminCampaign, AdminCampaignQuery, adminCampaigns } from '@dooryard/contract/admin-campaigns'
import type { Output } from '@dooryard/contract/endpoint'
import type { Owner } from '@dooryard/contract/owner'
import { sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import type { CampaignRow } from './campaigns.queries.ts'
import { type EverybodysList, findAnyCampaign, pageOfEverybodysCampaigns } from './everybodys-campaigns.queries.ts'
import { presentCampaign } from './present-campaign.ts'

/** A page of the campaigns of all users. */
export async function everybodysCampaigns(
  { db }: Context,
  query: AdminCampaignQuery,
): Promise<Output<typeof adminCampaigns.list>> {
  const page = await pageOfEverybodysCampaigns(db, listOf(query), sliceOf(query))
  const items = presented(page.rows, await ownersOf(db, page.rows.map(ownerId)))
  return { ...toPage(items, page.totalCount, query), hasMore: page.hasMore }
}

/** The campaign of anybody; NOT_FOUND where there is none. */
export async function anyCampaign({ db }: Pick<Context, 'db'>, id: string): Promise<AdminCampaign> {
  const row = await findAnyCampaign(db, id)
  const [campaign] = row ? presented([row], await ownersOf(db, [row.userId])) : []
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

const ownerId = ({ userId }: CampaignRow) => userId

/** With whose they are: every campaign is somebody's. */
const presented = (rows: CampaignRow[], owners: ReadonlyMap<string, Owner>): AdminCampaign[] =>
  rows.flatMap((row) => {
    const user = owners.get(row.userId)
    return user ? [{ ...presentCampaign(row), user, totalPrice: row.totalPrice }] : []
  })
