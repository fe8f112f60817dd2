import { isColumnOf } from '@dooryard/contract/file-layouts'
import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/vocabularies'
import { z } from 'zod'

export const listColumns = (campaignType: CampaignType) =>
  fileColumns.terms.filter(({ value }) => isColumnOf(campaignType, value))

/** Whether a file of the type always has a group: numbers are what an order to call pays for. */
export const isAlwaysIncluded = (campaignType: CampaignType, column: FileColumn) =>
  campaignType === 'CALL_READY' && column === 'PHONES'

/** What is chosen, as far as the type has it, with what its files always have. */
export const toFileColumns = (campaignType: CampaignType, chosen: readonly FileColumn[]): FileColumn[] =>
  listColumns(campaignType)
    .map(({ value }) => value)
    .filter((value) => chosen.includes(value) || isAlwaysIncluded(campaignType, value))

export const columnsSchema = (campaignType: CampaignType) =>
  z
    .array(fileColumns.schema)
    .refine((chosen) => toFileColumns(campaignType, chosen).length > 0, 'Choose at least one column')
