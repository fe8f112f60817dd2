import { z } from 'zod'
import type { CampaignType } from '../../api/enums.ts'
import { textLine } from '../../api/text.ts'
import { exportColumns, isExportColumnAvailable, phoneColumns } from './export-columns.ts'
import { type NamedColumn, presetLayouts, tradePresets } from './trade-presets.ts'

export const maxPhonesPerLead = 5
export const rowsPerFileRange = { min: 10, max: 100_000 } as const

const LayoutColumn = z.strictObject({
  column: exportColumns.schema,
  header: textLine()
    .min(1, 'A header needs a text')
    .max(60, 'A header must be at most 60 characters')
    .optional()
    .describe('Its own name by default'),
})

const layoutFields = z.strictObject({
  format: z.enum(['CSV', 'XLSX']).default('CSV'),
  preset: tradePresets.schema.optional().describe('The columns of the trade; instead of `columns`'),
  columns: z
    .array(LayoutColumn)
    .min(1, 'Choose at least one column')
    .max(100, 'Choose at most 100 columns')
    .optional()
    .describe('In the order of the file; instead of `preset`'),
  nameCase: z
    .enum(['TITLE', 'COUNTY'])
    .optional()
    .describe('Names in title case, or in capitals as counties write them; by default that of the preset, or TITLE'),
  phones: z
    .enum(['COLUMNS', 'ROWS'])
    .optional()
    .describe('One row per lead, or one per phone without leads that have none; by default that of the preset'),
  phonesPerLead: z
    .int('Phones per lead must be a whole number')
    .min(1, 'Phones per lead must be 1 or greater')
    .max(maxPhonesPerLead, `Phones per lead must be ${maxPhonesPerLead} or less`)
    .optional()
    .describe('With COLUMNS; one has a header without a number. By default that of the preset, or five'),
  includeSuppressed: z
    .boolean()
    .default(false)
    .describe('Include numbers that may not be called, each with the reason, after those that may'),
  split: z.enum(['NONE', 'STATE', 'COUNTY', 'ROWS']).default('NONE').describe('A split file is a ZIP of its parts'),
  rowsPerFile: z
    .int('Rows per file must be a whole number')
    .min(rowsPerFileRange.min, `Rows per file must be ${rowsPerFileRange.min} or greater`)
    .max(rowsPerFileRange.max, `Rows per file must be ${rowsPerFileRange.max.toLocaleString('en-US')} or less`)
    .optional()
    .describe('With the split ROWS'),
})

/** What a file of an order looks like. */
export const ExportLayout = layoutFields
  .refine(({ preset, columns }) => (preset === undefined) !== (columns === undefined), {
    message: 'Choose either a preset or columns',
    path: ['columns'],
  })
  .refine(({ split, rowsPerFile }) => split !== 'ROWS' || rowsPerFile !== undefined, {
    message: 'Rows per file are needed to split by rows',
    path: ['rowsPerFile'],
  })
  .refine((layout) => findRepeatedHeader(layout) === undefined, {
    message: 'Each column needs a header of its own',
    path: ['columns'],
  })
  .meta({
    id: 'ExportLayout',
    example: { format: 'XLSX', preset: 'MAIL_HOUSE', includeSuppressed: false, split: 'STATE' },
  })
export type ExportLayout = z.infer<typeof ExportLayout>

type LayoutInput = z.input<typeof layoutFields>

/** The options of a layout with the defaults of its preset. */
export function resolveLayout(layout: LayoutInput) {
  const preset = layout.preset && presetLayouts[layout.preset]
  const columns: readonly NamedColumn[] = layout.columns ?? preset?.columns ?? []
  return {
    columns,
    nameCase: layout.nameCase ?? preset?.nameCase ?? 'TITLE',
    phones: layout.phones ?? preset?.phones ?? 'COLUMNS',
    phonesPerLead: layout.phonesPerLead ?? preset?.phonesPerLead ?? maxPhonesPerLead,
  } as const
}

/** A column of the file; `phone` is the place of its number among those of the lead, from 0. */
export type ExportField = NamedColumn & { header: string; phone: number }

/** The columns of a file in their order. Those of phones repeat, phone by phone; without columns left it is empty. */
export function listExportFields(layout: LayoutInput, campaignType: CampaignType): ExportField[] {
  const { columns, phones, phonesPerLead } = resolveLayout(layout)
  const available = columns.filter(({ column }) => isExportColumnAvailable(campaignType, column))
  const shown = layout.includeSuppressed ? withReasons(available) : available
  const count = phones === 'ROWS' ? 1 : phonesPerLead
  return groupPhoneColumns(shown).flatMap((group) => {
    const [first] = group
    if (!first || !phoneColumns.has(first.column)) return group.map((field) => toField(field, 0, 1))
    return Array.from({ length: count }, (_, phone) => group.map((field) => toField(field, phone, count))).flat()
  })
}

/** A number that may not be called never stands without its reason, which comes behind the other columns of phones. */
function withReasons(columns: readonly NamedColumn[]): NamedColumn[] {
  const isPhone = (field: NamedColumn | undefined) => field !== undefined && phoneColumns.has(field.column)
  if (columns.some(({ column }) => column === 'PHONE_CHECK')) return [...columns]
  return columns.flatMap((field, at) =>
    isPhone(field) && !isPhone(columns[at + 1]) ? [field, { column: 'PHONE_CHECK' as const }] : [field],
  )
}

/** Adjacent columns of phones belong together. */
function groupPhoneColumns(columns: readonly NamedColumn[]): NamedColumn[][] {
  const groups: NamedColumn[][] = []
  for (const field of columns) {
    const last = groups.at(-1)
    const isPhone = phoneColumns.has(field.column)
    if (last?.[0] && isPhone && phoneColumns.has(last[0].column)) last.push(field)
    else groups.push([field])
  }
  return groups
}

function toField({ column, header: chosen }: NamedColumn, phone: number, count: number): ExportField {
  const header = chosen ?? exportColumns.label(column)
  if (count === 1) return { column, header, phone }
  const numbered = header.includes('Phone') ? header.replace('Phone', `Phone ${phone + 1}`) : `${header} ${phone + 1}`
  return { column, header: numbered, phone }
}

function findRepeatedHeader(layout: LayoutInput): string | undefined {
  const headers = listExportFields(layout, 'CALL_READY').map(({ header }) => header.toLowerCase())
  return headers.find((header, at) => headers.indexOf(header) !== at)
}
