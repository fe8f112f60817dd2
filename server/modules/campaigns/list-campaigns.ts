import type { EndpointInput, EndpointOutput } from '@dooryard/contract/api/endpoint'
import { type PageQuery, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { AdminCampaign, adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { audit } from '../../platform/audit.ts'
import { adminScope, type Context, type Scope } from '../../platform/context.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { buildCsvDownload, type CsvColumns, ownerColumns } from '../../platform/files/csv/csv-download.ts'
import { type WithOwner, withOwners } from '../../platform/lists/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  type CampaignList,
  findCampaign,
  findCampaignPage,
  type ListedCampaignRow,
  streamCampaigns,
} from './campaigns.queries.ts'
import { presentCampaign, presentListedCampaign } from './present-campaign.ts'

type CampaignListQuery = PageQuery & Omit<CampaignList, 'scope'>

/** Returns all administrator fields; the contract strips those that owners do not see. */
export async function listCampaigns(
  { db }: Context,
  scope: Scope,
  query: CampaignListQuery,
): Promise<EndpointOutput<typeof adminCampaigns.list>> {
  const page = await findCampaignPage(db, { ...query, scope }, toSlice(query))
  const rows = await withOwners(db, page.rows)
  const items = rows.map((row) => ({ ...presentListedCampaign(row), ...toOwnerFields(row) }))
  return { ...toPage(items, page.totalCount, query), hasMore: page.hasMore }
}

export async function findAnyCampaign(ctx: Context, id: string): Promise<AdminCampaign> {
  const found = await findCampaign(ctx.db, adminScope(ctx), id)
  const [row] = await withOwners(ctx.db, found ? [found] : [])
  if (!row) throw notFound('This campaign')
  return { ...presentCampaign(row), ...toOwnerFields(row) }
}

const toOwnerFields = ({ owner, totalPrice }: WithOwner<ListedCampaignRow>) => ({ user: owner, totalPrice })

const batchSize = 2_000

const csvColumns: CsvColumns<WithOwner<ListedCampaignRow>> = [
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

/**
 * Exports the campaigns of all users as CSV with the list's filters and sorting. Written to the audit log before the
 * first byte.
 */
export async function exportCampaigns(ctx: Context, query: EndpointInput<typeof adminCampaigns.export>['query']) {
  const { db, clock, log } = ctx
  const list = { ...query, scope: adminScope(ctx) }
  await audit(ctx, { action: 'campaigns.exported', after: query })
  return buildCsvDownload({
    name: 'campaigns',
    at: clock.now(),
    columns: csvColumns,
    batches: streamCampaignsWithOwners(db, list),
    log,
  })
}

async function* streamCampaignsWithOwners(db: Db, list: CampaignList) {
  for await (const rows of streamCampaigns(db, list, batchSize)) yield withOwners(db, rows)
}
