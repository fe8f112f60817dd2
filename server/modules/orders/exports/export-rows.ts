import { phoneColumns } from '@dooryard/contract/orders/export/export-columns'
import { type ExportLayout, listExportFields, resolveLayout } from '@dooryard/contract/orders/export/export-layout'
import type { Contact } from '@dooryard/contract/orders/leads'
import type { CsvCell } from '../../../platform/files/csv/csv.ts'
import { type ExportLead, type ExportOrder, type ExportRow, exportCells } from './export-cells.ts'
import { formatOwners } from './owner-texts.ts'

export type StoredLead = { lead: ExportLead; contacts: readonly Contact[] }

export type RowWriter = {
  headers: readonly string[]
  /** The rows of a lead: one, or one per phone where the layout has rows of phones. */
  toRows: (stored: StoredLead) => CsvCell[][]
}

const isCallable = ({ scrub }: Contact) => scrub === 'CLEAN'

/** How a layout turns the leads of an order into rows. Without headers it has no column for an order of this type. */
export function createRowWriter(layout: ExportLayout, order: ExportOrder): RowWriter {
  const fields = listExportFields(layout, order.campaignType)
  const { nameCase, phones } = resolveLayout(layout)
  const hasPhoneRows = phones === 'ROWS' && fields.some(({ column }) => phoneColumns.has(column))
  const toCells = (row: ExportRow) => fields.map(({ column, phone }) => exportCells[column](row, phone) ?? null)
  return {
    headers: fields.map(({ header }) => header),
    toRows: ({ lead, contacts }) => {
      const owner = formatOwners(lead, nameCase)
      const all = selectPhones(contacts, layout.includeSuppressed)
      const row = { order, lead, contacts, owner, phones: all }
      return hasPhoneRows ? all.map((phone) => toCells({ ...row, phones: [phone] })) : [toCells(row)]
    },
  }
}

/** The numbers that may be called; with `includeSuppressed` the others behind them, which their check tells apart. */
function selectPhones(contacts: readonly Contact[], includeSuppressed: boolean): Contact[] {
  const phones = contacts.filter(({ type }) => type === 'PHONE')
  const callable = phones.filter(isCallable)
  return includeSuppressed ? [...callable, ...phones.filter((phone) => !isCallable(phone))] : callable
}
