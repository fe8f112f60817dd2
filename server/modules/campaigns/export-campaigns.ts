import type { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import type { Input } from '@dooryard/contract/endpoint'
import type { Owner } from '@dooryard/contract/owner'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { type CsvColumns, csvFile } from '../../platform/csv-file.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { ListedCampaignRow } from './campaigns.queries.ts'
import { type EverybodysList, everybodysCampaignsInBatches } from './everybodys-campaigns.queries.ts'
import { listOf } from './everybodys-campaigns.ts'

const batch = 2_000

type Row = ListedCampaignRow & { owner: Owner | undefined }

const columns: CsvColumns<Row> = [
  ['Campaign ID', (row) => row.id],
  ['Campaign', (row) => row.name],
  ['Type', (row) => row.campaignType],
  ['Status', (row) => row.status],
  ['First Name', ({ owner }) => owner?.firstName ?? null],
  ['Last Name', ({ owner }) => owner?.lastName ?? null],
  ['Email', ({ owner }) => owner?.email ?? null],
  ['Company', ({ owner }) => owner?.companyName ?? null],
  ['User ID', (row) => row.userId],
  ['Orders', (row) => row.orderCount],
  ['Leads Delivered', (row) => row.leadsDelivered],
  ['Total Price', (row) => row.totalPrice],
  ['Created', (row) => row.createdAt.toISOString()],
  ['Changed', (row) => row.updatedAt.toISOString()],
]

/** The campaigns of all users as CSV, as filtered and sorted, which is noted in the audit log before its first byte. */
export async function exportCampaigns(ctx: Context, query: Input<typeof adminCampaigns.export>['query']) {
  await audit(ctx, { action: 'campaigns.exported', after: query })
  const { db, clock, log } = ctx
  return csvFile({ name: 'campaigns', at: clock.now(), columns, batches: withOwners(db, listOf(query)), log })
}

async function* withOwners(db: Db, list: EverybodysList): AsyncGenerator<Row[]> {
  for await (const rows of everybodysCampaignsInBatches(db, list, batch)) {
    const owners = await ownersOf(
      db,
      rows.map(({ userId }) => userId),
    )
    yield rows.map((row) => ({ ...row, owner: owners.get(row.userId) }))
  }
}
