import type { adminOrders } from '@dooryard/contract/admin-orders'
import type { Input } from '@dooryard/contract/endpoint'
import { InternalStatus } from '@dooryard/contract/order'
import type { Owner } from '@dooryard/contract/owner'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { type CsvColumns, csvFile } from '../../platform/csv-file.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type EverybodysList, type EverybodysOrderRow, everybodysOrdersInBatches } from './everybodys-orders.queries.ts'
import { listOf } from './list-everybodys-orders.ts'
import { userFacingStatus } from './transitions.ts'

const batch = 2_000

type Row = EverybodysOrderRow & { owner: Owner | undefined }

const held = (row: Row) => (row.settledAt ? 0 : row.heldSubscription + row.heldOnDemand)

const columns: CsvColumns<Row> = [
  ['Order ID', (row) => row.id],
  ['Order', (row) => row.orderName],
  ['Campaign ID', (row) => row.campaignId],
  ['Campaign', (row) => row.campaignName],
  ['Type', (row) => row.campaignType],
  ['First Name', ({ owner }) => owner?.firstName ?? null],
  ['Last Name', ({ owner }) => owner?.lastName ?? null],
  ['Email', ({ owner }) => owner?.email ?? null],
  ['Company', ({ owner }) => owner?.companyName ?? null],
  ['User ID', (row) => row.userId],
  ['Status', (row) => userFacingStatus(InternalStatus.parse(row.internalStatus))],
  ['Internal Status', (row) => row.internalStatus],
  ['Leads Ordered', (row) => row.quantity],
  ['Leads Delivered', (row) => row.deliveredQuantity],
  ['Credits a Lead', (row) => row.creditRequired],
  ['Credits Held', held],
  ['Credits Captured', (row) => row.captured],
  ['Credits Released', (row) => row.released],
  ['Total Price', (row) => row.captured + held(row)],
  ['Failure', (row) => row.failureReason],
  ['Note', (row) => row.note],
  ['Created', (row) => row.createdAt.toISOString()],
  ['Changed', (row) => row.updatedAt.toISOString()],
  ['Completed', (row) => row.completedAt?.toISOString() ?? null],
]

/** The orders of all users as CSV, as filtered and sorted, which is noted in the audit log before its first byte. */
export async function exportOrders(ctx: Context, query: Input<typeof adminOrders.export>['query']) {
  await audit(ctx, { action: 'orders.exported', after: query })
  const list = { ...listOf(query), kind: query.kind }
  return csvFile({ name: 'orders', at: ctx.clock.now(), columns, batches: withOwners(ctx.db, list), log: ctx.log })
}

async function* withOwners(db: Db, list: EverybodysList): AsyncGenerator<Row[]> {
  for await (const rows of everybodysOrdersInBatches(db, list, batch)) {
    const owners = await ownersOf(
      db,
      rows.map(({ userId }) => userId),
    )
    yield rows.map((row) => ({ ...row, owner: owners.get(row.userId) }))
  }
}
