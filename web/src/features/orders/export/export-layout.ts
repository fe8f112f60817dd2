import type { CampaignType } from '@dooryard/contract/api/enums'
import {
  type ExportColumn,
  type ExportColumnGroup,
  exportColumnGroups,
  isExportColumnAvailable,
  listGroupColumns,
} from '@dooryard/contract/orders/export/export-columns'
import { type ExportLayout, resolveLayout } from '@dooryard/contract/orders/export/export-layout'
import { tradePresets } from '@dooryard/contract/orders/export/trade-presets'

export const getFirstLayout = (campaignType: CampaignType): ExportLayout => ({
  format: 'CSV',
  preset: campaignType === 'CALL_READY' ? 'DIALER_LEADS' : 'MAIL_HOUSE',
  includeSuppressed: false,
  split: 'NONE',
})

/** The layout with the columns and names of another preset; its format and split stay. */
export const selectPreset = (layout: ExportLayout, preset: NonNullable<ExportLayout['preset']>): ExportLayout => ({
  preset,
  format: layout.format,
  includeSuppressed: layout.includeSuppressed,
  split: layout.split,
  rowsPerFile: layout.rowsPerFile,
})

/** Adds a column behind the others, or removes it. The columns of a preset become the user's own, with their headers. */
export function toggleColumn(layout: ExportLayout, column: ExportColumn): ExportLayout {
  const { columns, ...options } = resolveLayout(layout)
  const rest = columns.filter((one) => one.column !== column)
  const next = rest.length < columns.length ? rest : [...columns, { column }]
  const { preset: _, ...kept } = layout
  return { ...kept, ...options, columns: next }
}

export type ColumnGroup = { group: ExportColumnGroup; label: string; columns: ExportColumn[]; chosen: number }

/** The groups of columns that an order of this type can have, with how many of each are chosen. */
export function listColumnGroups(layout: ExportLayout, campaignType: CampaignType): ColumnGroup[] {
  const chosen = new Set(resolveLayout(layout).columns.map(({ column }) => column))
  return exportColumnGroups.terms
    .map(({ value: group, label }) => {
      const columns = listGroupColumns(group).filter((column) => isExportColumnAvailable(campaignType, column))
      return { group, label, columns, chosen: columns.filter((column) => chosen.has(column)).length }
    })
    .filter(({ columns }) => columns.length > 0)
}

const splitLabels = { NONE: '', STATE: 'by state', COUNTY: 'by county', ROWS: 'in parts' } as const

/** `Mail house, XLSX, by state`; numbers that may not be called are never downloaded unseen. */
export const formatLayout = ({ preset, format, split, includeSuppressed }: ExportLayout): string =>
  [
    preset ? tradePresets.label(preset) : 'Custom columns',
    format,
    splitLabels[split],
    includeSuppressed ? 'with numbers not to call' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
