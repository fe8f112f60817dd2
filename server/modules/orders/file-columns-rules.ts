import { isColumnOf } from '@dooryard/contract/file-layouts'
import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/vocabularies'

/** Why an order of this type cannot have these columns; null when it can, or when none were chosen. */
export function columnsRefusal(campaignType: CampaignType, columns: readonly FileColumn[] | undefined): string | null {
  if (!columns) return null
  const wrong = columns.find((column) => !isColumnOf(campaignType, column))
  if (wrong) return `${fileColumns.label(wrong)} are delivered with Call Ready orders only.`
  // It is what the order costs more for.
  const lacksPhones = campaignType === 'CALL_READY' && !columns.includes('PHONES')
  return lacksPhones ? 'A Call Ready file has its phones: choose the Phones columns too.' : null
}
