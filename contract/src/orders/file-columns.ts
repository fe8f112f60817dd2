import { type CampaignType, type FileColumn, fileColumns } from '../api/enums.ts'

export const fileHeaders = {
  OWNER: ['Owner Name', 'Owner Type'],
  MAILING: ['Mailing Address', 'Mailing City', 'Mailing State', 'Mailing ZIP'],
  PHONES: [
    ...['Phone 1', 'Phone 1 Type', 'Phone 1 Do-Not-Call Check'],
    ...['Phone 2', 'Phone 2 Type', 'Phone 2 Do-Not-Call Check'],
    ...['Phone 3', 'Phone 3 Type', 'Phone 3 Do-Not-Call Check'],
  ],
  EMAILS: ['Email 1', 'Email 2'],
  SUPPRESSED_PHONES: ['Do Not Call'],
  PROPERTY: ['Property Address', 'Property Unit', 'Property City', 'Property State', 'Property ZIP'],
  PARCEL: ['County FIPS', 'Parcel Number'],
  BUILDING: [
    ...['Property Type', 'County Use Code', 'County Use'],
    ...['Bedrooms', 'Bathrooms', 'Living Area (sq ft)', 'Year Built'],
  ],
  VALUES: ['Assessed Value', 'Market Value'],
  SALE: ['Last Sale Date', 'Last Sale Price'],
  LAND: ['Effective Year', 'Construction', 'Condition', 'Zoning', 'Subdivision', 'Legal Description'],
  ASSESSMENT: [
    ...['Land Value', 'Improvement Value', 'Value Year', 'Tax Amount', 'Tax Year'],
    ...['Homestead', 'Last Sale Document'],
  ],
} as const satisfies Record<FileColumn, readonly string[]>

export type FileHeader = (typeof fileHeaders)[FileColumn][number]

/** Column groups that only the file of a Call Ready order has. */
const callReadyColumns: readonly FileColumn[] = ['PHONES', 'EMAILS', 'SUPPRESSED_PHONES']

/**
 * Included only on request: a number in a column looks like one that may be called, and integrations that read the
 * default file know its columns.
 */
const optInColumns: readonly FileColumn[] = ['SUPPRESSED_PHONES', 'LAND', 'ASSESSMENT']

export const isColumnAvailable = (campaignType: CampaignType, column: FileColumn) =>
  campaignType === 'CALL_READY' || !callReadyColumns.includes(column)

export const getDefaultColumns = (campaignType: CampaignType): FileColumn[] =>
  fileColumns.values.filter((column) => isColumnAvailable(campaignType, column) && !optInColumns.includes(column))
