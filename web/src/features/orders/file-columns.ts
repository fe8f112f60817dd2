import { isColumnOf } from '@dooryard/contract/file-layouts'
import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/vocabularies'
import { z } from 'zod'

/** The groups that the file of a type may have. */
export const columnsOfType = (campaignType: CampaignType) =>
  fileColumns.terms.filter(({ value }) => isColumnOf(campaignType, value))

/** Whether a file of the type always has a group: numbers are what an order to call pays for. */
export const isGiven = (campaignType: CampaignType, column: FileColumn) =>
  campaignType === 'CALL_READY' && column === 'PHONES'

/** What is chosen, as far as the type has it, with what its files always have. */
export const chosenColumns = (campaignType: CampaignType, chosen: readonly FileColumn[]): FileColumn[] =>
  columnsOfType(campaignType)
    .map(({ value }) => value)
    .filter((value) => chosen.includes(value) || isGiven(campaignType, value))

/** At least one that the type has. */
export const columnsSchema = (campaignType: CampaignType) =>
  z
    .array(fileColumns.schema)
    .refine((chosen) => chosenColumns(campaignType, chosen).length > 0, 'Choose at least one column')

/** Leaves out of the words of a group that it is of one type, which goes without saying where that type is chosen. */
export const withoutType = (description: string) => description.replace(/ \(Call Ready\)$/, '')
