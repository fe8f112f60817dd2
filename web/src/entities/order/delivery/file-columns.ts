import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/api/enums'
import { isColumnAvailable } from '@dooryard/contract/orders/file-columns'
import { z } from 'zod'

export const listColumns = (campaignType: CampaignType) =>
  fileColumns.terms.filter(({ value }) => isColumnAvailable(campaignType, value))

/** Whether files of this type always include a column group: calling orders pay for the numbers. */
export const isAlwaysIncluded = (campaignType: CampaignType, column: FileColumn) =>
  campaignType === 'CALL_READY' && column === 'PHONES'

/** The selected columns that the type has, plus those its files always include. */
export const toFileColumns = (campaignType: CampaignType, chosen: readonly FileColumn[]): FileColumn[] =>
  listColumns(campaignType)
    .map(({ value }) => value)
    .filter((value) => chosen.includes(value) || isAlwaysIncluded(campaignType, value))

export const buildColumnsSchema = (campaignType: CampaignType) =>
  z
    .array(fileColumns.schema)
    .refine((chosen) => toFileColumns(campaignType, chosen).length > 0, 'Choose at least one column')
