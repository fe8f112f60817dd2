import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/vocabularies'

/** Groups of columns that only the file of an order to call has. */
const ofCalls: readonly FileColumn[] = ['PHONES', 'EMAILS', 'SUPPRESSED_PHONES']

/** Never in a file unless somebody asks for it: a number in a column looks like one that may be called. */
const onRequest: readonly FileColumn[] = ['SUPPRESSED_PHONES']

/** Whether the file of an order of this type can have these columns. */
export const isColumnOf = (campaignType: CampaignType, column: FileColumn) =>
  campaignType === 'CALL_READY' || !ofCalls.includes(column)

/** The columns of a file whose buyer chose none. */
export const defaultColumns = (campaignType: CampaignType): FileColumn[] =>
  fileColumns.values.filter((column) => isColumnOf(campaignType, column) && !onRequest.includes(column))

/** Why an order of this type cannot have these columns; null when it can, or when none were chosen. */
export function columnsRefusal(campaignType: CampaignType, columns: readonly FileColumn[] | undefined): string | null {
  if (!columns) return null
  const wrong = columns.find((column) => !isColumnOf(campaignType, column))
  if (wrong) return `${fileColumns.label(wrong)} are delivered with Call Ready orders only.`
  // It is what the order costs more for.
  const lacksPhones = campaignType === 'CALL_READY' && !columns.includes('PHONES')
  return lacksPhones ? 'A Call Ready file has its phones: choose the Phones columns too.' : null
}
