import { createHash } from 'node:crypto'
import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { type ExportPreview, previewRows } from '@dooryard/contract/orders/export/export-preview'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { Context, Services } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { createCsvWriter } from '../../../../platform/files/csv/csv.ts'
import { signFileLink } from '../../../../platform/files/file-links.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { issueTestCertificate } from '../../../dnc/index.ts'
import { toCriteria } from '../../../properties/index.ts'
import { getFileLayout } from '../../export/order-csv-rules.ts'
import type { ExportOrder } from '../../exports/export-cells.ts'
import { formatExportName, requireColumns, requireFewFiles } from '../../exports/export-order.ts'
import { createRowWriter } from '../../exports/export-rows.ts'
import { getExtension, getMediaType, type LeadSource, writeExport } from '../../exports/write-export.ts'
import { type GeneratedLead, generateLeads } from './generate-leads.ts'
import { countTestLeads, getFile, getTestCampaignType, getTestColumns, getTestExpiry } from './present-test-order.ts'
import type { TestOrderFile, TestOrderRow } from './test-orders.queries.ts'

export const testFilesFolder = 'test-orders'
export const testExportsFolder = 'test-order-exports'

const getCsvKey = (orderId: string) => `${testFilesFolder}/${orderId}.csv`

export const generateOrderLeads = (row: TestOrderRow): GeneratedLead[] =>
  generateLeads({
    campaignType: getTestCampaignType(row),
    criteria: toCriteria(row),
    quantity: countTestLeads(row),
    asOf: row.createdAt,
  })

/** Writes the file of an order. Reads and writes files, so never inside a transaction; a repeat writes the same bytes. */
export async function writeTestOrderFile(services: Services, row: TestOrderRow): Promise<TestOrderFile> {
  const createdAt = services.clock.now().toISOString()
  const campaignType = getTestCampaignType(row)
  const leads = generateOrderLeads(row)
  const { headers, toCells } = getFileLayout(campaignType, getTestColumns(row))
  const csv = createCsvWriter(headers)
  for (const lead of leads) csv.write(toCells(lead))
  csv.end()
  const content = await csv.toArray()
  const hash = createHash('sha256')
  for (const chunk of content) hash.update(chunk)
  await services.files.write(getCsvKey(row.id), content)
  const file = { createdAt, sha256: hash.digest('hex'), leads: leads.length }
  if (campaignType !== 'CALL_READY') return file
  const scrub = summarizeScrub(leads, createdAt)
  const certificate = await issueTestCertificate(services, {
    issuedAt: createdAt,
    orderId: row.id,
    version: 1,
    userId: row.userId,
    file: { name: `test-order-${row.id}.csv`, sha256: file.sha256, leads: leads.length, callableLeads: leads.length },
    scrub,
  })
  return { ...file, callableLeads: leads.length, scrub, certificate }
}

/** What a check would have found. Nothing was checked, so it names no list. */
function summarizeScrub(leads: readonly GeneratedLead[], checkedAt: string): ScrubSummary {
  const results = leads.flatMap(({ contacts }) => contacts.flatMap(({ scrub }) => scrub ?? []))
  const counts = [...Map.groupBy(results, (result) => result)]
  return {
    checkedAt,
    numbers: results.length,
    byResult: counts.map(([result, { length: count }]) => ({ result, count })),
    against: [],
    notCovered: [],
  }
}

function requireFile(row: TestOrderRow): TestOrderFile {
  const file = getFile(row)
  if (!file) throw appError('CONFLICT', 'Only a completed order can be downloaded.')
  return file
}

type FileLinkContext = Pick<Context, 'secrets' | 'clock'>

const createLink = async (ctx: FileLinkContext, claims: Parameters<typeof signFileLink>[1]) => ({
  url: `/v1/files/${await signFileLink(ctx, claims)}`,
})

/** CONFLICT until the order is completed. */
export function downloadTestOrder(ctx: Context, row: TestOrderRow): Promise<{ url: string }> {
  requireFile(row)
  const fileName = `test-order-${row.id}-${ctx.clock.now().toISOString().slice(0, 10)}.csv`
  return createLink(ctx, { key: getCsvKey(row.id), fileName, contentType: 'text/csv; charset=utf-8' })
}

/** CONFLICT for orders without numbers. */
export async function downloadTestCertificate(ctx: Context, row: TestOrderRow): Promise<{ url: string }> {
  const { certificate } = requireFile(row)
  if (!certificate) throw appError('CONFLICT', 'Only a Call Ready order has a certificate.')
  const key = `${testFilesFolder}/${row.id}-certificate.jws`
  if (!(await ctx.files.exists(key))) await ctx.files.write(key, [certificate])
  return createLink(ctx, { key, fileName: `test-order-${row.id}-certificate.jws`, contentType: 'application/jose' })
}

const toExportOrder = (row: TestOrderRow): ExportOrder => ({
  ...row,
  campaignType: getTestCampaignType(row),
  dncCheckedAt: getTestExpiry(row) && row.completedAt,
  expiresAt: getTestExpiry(row),
})

function requireExportable(row: TestOrderRow, layout: ExportLayout, at: Date) {
  const { leads } = requireFile(row)
  const order = toExportOrder(row)
  requireColumns(layout, order)
  requireFewFiles(layout, leads)
  return { order, leads, name: `test-${formatExportName(order, layout, at)}` }
}

export function previewTestExport(ctx: Context, row: TestOrderRow, layout: ExportLayout): ExportPreview {
  const { order, leads, name } = requireExportable(row, layout, ctx.clock.now())
  const { headers, toRows } = createRowWriter(layout, order)
  const first = generateOrderLeads({ ...row, quantity: Math.min(leads, previewRows * 4) })
  const rows = first.flatMap(toRows).slice(0, previewRows)
  const fileName = `${name}.${getExtension(layout)}`
  return { headers: [...headers], rows, leads, fileName }
}

/** Writes an export as of a live order. It is not recorded. */
export async function exportTestOrder(ctx: Context, row: TestOrderRow, layout: ExportLayout): Promise<{ url: string }> {
  const at = ctx.clock.now()
  const { order, name } = requireExportable(row, layout, at)
  const extension = getExtension(layout)
  const key = `${testExportsFolder}/${newId()}.${extension}`
  const { content } = writeExport(createLeadSource(generateOrderLeads(row)), { order, layout, name, at })
  await ctx.files.write(key, content)
  return createLink(ctx, { key, fileName: `${name}.${extension}`, contentType: getMediaType(layout) })
}

const getGroup = {
  NONE: () => '',
  STATE: ({ lead }: GeneratedLead) => lead.state,
  COUNTY: ({ lead }: GeneratedLead) => lead.countyFips,
}

const createLeadSource = (leads: readonly GeneratedLead[]): LeadSource => ({
  listGroups: async (by) =>
    [...Map.groupBy(leads, getGroup[by])]
      .map(([name, group]) => ({ name, ranks: group.map(({ rank }) => rank) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  listLeads: async (ranks) => ranks.flatMap((rank) => leads[rank - 1] ?? []),
})
