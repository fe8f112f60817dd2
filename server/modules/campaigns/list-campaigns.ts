import type { AdminCampaign, adminCampaigns } from '@dooryard/contract/admin-campaigns'
import type { Input, Output } from '@dooryard/contract/endpoint'
import { type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { audit } from '../../platform/audit.ts'
import { adminScope, type Context, type Scope } from '../../platform/context.ts'
import { type CsvColumns, csvFile, ownerColumns } from '../../platform/csv-file.ts'
import { notFound } from '../../platform/errors.ts'
import { type Owned, withOwners } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  type CampaignList,
  campaignsInBatches,
  findCampaign,
  type ListedCampaignRow,
  pageOfCampaigns,
} from './campaigns.queries.ts'
import { presentCampaign, presentListed } from './present-campaign.ts'

type CampaignListQuery = PageQuery & Omit<CampaignList, 'scope'>

/** As an administrator may see them: the contract shows owners less. */
export async function listCampaigns(
  { db }: Context,
  scope: Scope,
  query: CampaignListQuery,
): Promise<Output<typeof adminCampaigns.list>> {
  const page = await pageOfCampaigns(db, { ...query, scope }, sliceOf(query))
  const rows = await withOwners(db, page.rows)
  const items = rows.map((row) => ({ ...presentListed(row), ...ownerFacts(row) }))
  return { ...toPage(items, page.totalCount, query), hasMore: page.hasMore }
}

export async function findAnyCampaign(ctx: Context, id: string): Promise<AdminCampaign> {
  const found = await findCampaign(ctx.db, adminScope(ctx), id)
  const [row] = await withOwners(ctx.db, found ? [found] : [])
  if (!row) throw notFound('This campaign')
  return { ...presentCampaign(row), ...ownerFacts(row) }
}

const ownerFacts = ({ owner, totalPrice }: Owned<ListedCampaignRow>) => ({ user: owner, totalPrice })

const batch = 2_000

const columns: CsvColumns<Owned<ListedCampaignRow>> = [
  ['Campaign ID', (row) => row.id],
  ['Campaign', (row) => row.name],
  ['Type', (row) => row.campaignType],
  ['Status', (row) => row.status],
  ...ownerColumns,
  ['Orders', (row) => row.orderCount],
  ['Leads Delivered', (row) => row.leadsDelivered],
  ['Total Price', (row) => row.totalPrice],
  ['Created', (row) => row.createdAt.toISOString()],
  ['Changed', (row) => row.updatedAt.toISOString()],
]

/** The campaigns of all users as CSV, as filtered and sorted, which is noted in the audit log before its first byte. */
export async function exportCampaigns(ctx: Context, query: Input<typeof adminCampaigns.export>['query']) {
  const { db, clock, log } = ctx
  const list = { ...query, scope: adminScope(ctx) }
  await audit(ctx, { action: 'campaigns.exported', after: query })
  return csvFile({ name: 'campaigns', at: clock.now(), columns, batches: ownedCampaigns(db, list), log })
}

async function* ownedCampaigns(db: Db, list: CampaignList) {
  for await (const rows of campaignsInBatches(db, list, batch)) yield withOwners(db, rows)
}
