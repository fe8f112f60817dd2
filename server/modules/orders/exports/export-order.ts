import { createHash } from 'node:crypto'
import { campaignTypes } from '@dooryard/contract/api/enums'
import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { type ExportPreview, previewRows } from '@dooryard/contract/orders/export/export-preview'
import type { Context, Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { signFileLink } from '../../../platform/files/file-links.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { requireDownloadable } from '../export/download-order.ts'
import { withHash } from '../export/write-file-version.ts'
import { countLeads } from '../leads/leads.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { type OwnedOrderRef, requireReadableOrder } from '../read/get-order.ts'
import type { ExportOrder } from './export-cells.ts'
import { createRowWriter } from './export-rows.ts'
import {
  clearFileKey,
  insertOrderExport,
  listFirstLeads,
  listLeadGroups,
  listLeadsAtRanks,
  listStaleFiles,
} from './exports.queries.ts'
import { getExtension, getMediaType, type LeadSource, writeExport } from './write-export.ts'

const maxParts = 1_000

const toExportOrder = (row: OrderRow): ExportOrder => ({
  ...row,
  campaignType: campaignTypes.schema.parse(row.campaignType),
})

/** `order-<id>-2026-11-02-mail-house`, as the delivered file is named, and the layout. */
export const formatExportName = (order: Pick<OrderRow, 'id'>, { preset }: ExportLayout, at: Date) =>
  `order-${order.id}-${at.toISOString().slice(0, 10)}-${(preset ?? 'columns').toLowerCase().replaceAll('_', '-')}`

/**
 * The first rows of an export, rendered as the export is. CONFLICT for an order that cannot be downloaded, UNPROCESSABLE
 * for a layout without a column for its type.
 */
export async function previewExport(ctx: Context, ref: OwnedOrderRef, layout: ExportLayout): Promise<ExportPreview> {
  const order = await requireExportableOrder(ctx, ref, layout)
  const { headers, toRows } = createRowWriter(layout, toExportOrder(order))
  // Leads of the first pages may have no phone, and so no row.
  const leads = await listFirstLeads(ctx.db, order.id, previewRows * 4)
  return {
    headers: [...headers],
    rows: leads.flatMap(toRows).slice(0, previewRows),
    leads: order.deliveredQuantity ?? (await countLeads(ctx.db, order.id)),
    fileName: `${formatExportName(order, layout, ctx.clock.now())}.${getExtension(layout)}`,
  }
}

/** Writes the file, records who got which layout of which check, and signs a link to it. */
export async function exportOrder(ctx: Context, ref: OwnedOrderRef, layout: ExportLayout): Promise<{ url: string }> {
  const order = await requireExportableOrder(ctx, ref, layout)
  const at = ctx.clock.now()
  const name = formatExportName(order, layout, at)
  const id = newId()
  const fileKey = `orders/${order.id}/exports/${id}.${getExtension(layout)}`
  const { content, countRows } = writeExport(createLeadSource(ctx.db, order.id), {
    order: toExportOrder(order),
    layout,
    name,
    at,
  })
  const hash = createHash('sha256')
  await ctx.files.write(fileKey, withHash(content, hash))
  try {
    await requireSameVersion(ctx, ref, order)
    const { userId } = ctx.actor
    const { fileVersion } = order
    const written = {
      id,
      orderId: order.id,
      userId,
      fileVersion,
      fileKey,
      sha256: hash.digest('hex'),
      rows: countRows(),
    }
    await insertOrderExport(ctx.db, { ...written, createdAt: at }, layout)
  } catch (error) {
    await ctx.files.remove(fileKey)
    throw error
  }
  const fileName = `${name}.${getExtension(layout)}`
  return { url: `/v1/files/${await signFileLink(ctx, { key: fileKey, fileName, contentType: getMediaType(layout) })}` }
}

async function requireExportableOrder(ctx: Context, ref: OwnedOrderRef, layout: ExportLayout): Promise<OrderRow> {
  const order = await requireReadableOrder(ctx, ref)
  requireDownloadable(order, ctx.clock.now())
  requireColumns(layout, toExportOrder(order))
  requireFewFiles(layout, order.deliveredQuantity ?? 0)
  return order
}

/** UNPROCESSABLE for a layout without a column for orders of this type. */
export function requireColumns(layout: ExportLayout, order: ExportOrder): void {
  if (createRowWriter(layout, order).headers.length > 0) return
  throw appError('UNPROCESSABLE', 'A Mail Ready order has no phones and emails. Choose other columns.')
}

/** UNPROCESSABLE for a layout that would split these leads into too many files. */
export function requireFewFiles({ split, rowsPerFile = 1 }: ExportLayout, leads: number): void {
  if (split !== 'ROWS' || leads / rowsPerFile <= maxParts) return
  const message = `This would be more than ${maxParts.toLocaleString('en-US')} files. Put more rows into each.`
  throw appError('UNPROCESSABLE', message)
}

const createLeadSource = (db: Db, orderId: string): LeadSource => ({
  listGroups: (by) => listLeadGroups(db, orderId, by),
  listLeads: (ranks) => listLeadsAtRanks(db, orderId, ranks),
})

/** The file was read in several steps, so a new check of the numbers meanwhile would mix two results. */
async function requireSameVersion(ctx: Context, ref: OwnedOrderRef, { fileVersion }: OrderRow): Promise<void> {
  const order = await requireReadableOrder(ctx, ref)
  requireDownloadable(order, ctx.clock.now())
  if (order.fileVersion !== fileVersion)
    throw appError('CONFLICT', 'The numbers of this order were just checked again. Please download it once more.')
}

const fileHours = 1

/** Deletes the files whose links have expired; their records stay. */
export async function purgeExportFiles({ db, files, clock }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - fileHours * 3_600_000)
  for (;;) {
    const stale = await listStaleFiles(db, before, 100)
    for (const { id, fileKey } of stale) {
      if (fileKey) await files.remove(fileKey)
      await clearFileKey(db, id)
    }
    if (stale.length < 100) return
  }
}
