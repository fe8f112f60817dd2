import {
  assetSubGroups,
  type CampaignType,
  type FileColumn,
  fileColumns,
  lineTypes,
  ownerTypes,
  scrubResults,
} from '@dooryard/contract/api/enums'
import {
  type FileHeader,
  fileHeaders,
  getDefaultColumns,
  isColumnAvailable,
} from '@dooryard/contract/orders/file-columns'
import type { Contact } from '@dooryard/contract/orders/leads'
import { formatYesNo } from '../../../platform/util/format.ts'
import type { SelectedLead } from '../../properties/index.ts'

export type FileLead = { lead: SelectedLead; contacts: readonly Contact[] }
export type Cell = string | number | null
type CellGetter = (fileLead: FileLead) => Cell

const listPhones = ({ contacts }: FileLead) => contacts.filter(({ type }) => type === 'PHONE')
const isCallable = ({ scrub }: Contact) => scrub === 'CLEAN'
/** A number that was never scrubbed may not be called. */
const formatScrubResult = ({ scrub = 'NOT_SCRUBBED' }: Contact) => scrubResults.label(scrub)

const buildPhoneCell =
  (at: number, format: (phone: Contact) => Cell): CellGetter =>
  (fileLead) => {
    const phone = listPhones(fileLead).filter(isCallable)[at]
    return phone === undefined ? null : format(phone)
  }

// These columns feed dialers, so a number that may not be called leaves no trace in them.
const buildNumberCell = (at: number) => buildPhoneCell(at, ({ value }) => value)
const buildLineTypeCell = (at: number) => buildPhoneCell(at, ({ lineType = 'UNKNOWN' }) => lineTypes.label(lineType))
const buildScrubCell = (at: number) => buildPhoneCell(at, formatScrubResult)

const buildEmailCell =
  (at: number): CellGetter =>
  ({ contacts }) =>
    contacts.filter(({ type }) => type === 'EMAIL')[at]?.value ?? null

const formatSuppressedPhones = (fileLead: FileLead): Cell =>
  listPhones(fileLead)
    .filter((phone) => !isCallable(phone))
    .map((phone) => `${phone.value} (${formatScrubResult(phone)})`)
    .join('; ') || null

const cellByHeader: Record<FileHeader, CellGetter> = {
  'Owner Name': ({ lead }) => lead.ownerName,
  'Owner Type': ({ lead }) => ownerTypes.label(lead.ownerType),
  'Mailing Address': ({ lead }) => lead.mailingAddress,
  'Mailing City': ({ lead }) => lead.mailingCity,
  'Mailing State': ({ lead }) => lead.mailingState,
  'Mailing ZIP': ({ lead }) => lead.mailingZip,
  'Phone 1': buildNumberCell(0),
  'Phone 1 Type': buildLineTypeCell(0),
  'Phone 1 Do-Not-Call Check': buildScrubCell(0),
  'Phone 2': buildNumberCell(1),
  'Phone 2 Type': buildLineTypeCell(1),
  'Phone 2 Do-Not-Call Check': buildScrubCell(1),
  'Phone 3': buildNumberCell(2),
  'Phone 3 Type': buildLineTypeCell(2),
  'Phone 3 Do-Not-Call Check': buildScrubCell(2),
  'Email 1': buildEmailCell(0),
  'Email 2': buildEmailCell(1),
  'Do Not Call': formatSuppressedPhones,
  'Property Address': ({ lead }) => lead.address,
  'Property Unit': ({ lead }) => lead.unit,
  'Property City': ({ lead }) => lead.city,
  'Property State': ({ lead }) => lead.state,
  'Property ZIP': ({ lead }) => lead.zip,
  'County FIPS': ({ lead }) => lead.countyFips,
  'Parcel Number': ({ lead }) => lead.apn,
  'Property Type': ({ lead }) => lead.assetSubGroup && assetSubGroups.label(lead.assetSubGroup),
  'County Use Code': ({ lead }) => lead.useCode,
  'County Use': ({ lead }) => lead.useDescription,
  Bedrooms: ({ lead }) => lead.bedrooms,
  Bathrooms: ({ lead }) => lead.bathrooms,
  'Living Area (sq ft)': ({ lead }) => lead.livingAreaSqft,
  'Year Built': ({ lead }) => lead.yearBuilt,
  'Assessed Value': ({ lead }) => lead.assessedValue,
  'Market Value': ({ lead }) => lead.marketValue,
  // For some sales the county datasets know only the month; it is written as `2021-03`.
  'Last Sale Date': ({ lead }) => lead.lastSaleDate?.slice(0, lead.isLastSaleMonthOnly ? 7 : 10) ?? null,
  'Last Sale Price': ({ lead }) => lead.lastSalePrice,
  // Orders of before have none of these.
  'Effective Year': ({ lead }) => lead.effectiveYear ?? null,
  Construction: ({ lead }) => lead.construction ?? null,
  Condition: ({ lead }) => lead.condition ?? null,
  Zoning: ({ lead }) => lead.zoning ?? null,
  Subdivision: ({ lead }) => lead.subdivision ?? null,
  'Legal Description': ({ lead }) => lead.legalDescription ?? null,
  'Land Value': ({ lead }) => lead.landValue ?? null,
  'Improvement Value': ({ lead }) => lead.improvementValue ?? null,
  'Value Year': ({ lead }) => lead.valueYear ?? null,
  'Tax Amount': ({ lead }) => lead.taxAmount ?? null,
  'Tax Year': ({ lead }) => lead.taxYear ?? null,
  Homestead: ({ lead }) => formatYesNo(lead.isHomestead),
  'Last Sale Document': ({ lead }) => lead.lastSaleDocument ?? null,
}

/** Columns in the vocabulary's order. A mail-ready file never has phones and emails, even when they were chosen. */
export function getFileLayout(campaignType: CampaignType, columns: readonly FileColumn[] | null) {
  const chosen = new Set(columns ?? getDefaultColumns(campaignType))
  const headers: FileHeader[] = fileColumns.values
    .filter((column) => chosen.has(column) && isColumnAvailable(campaignType, column))
    .flatMap((column) => fileHeaders[column])
  const shown = headers.map((header) => cellByHeader[header])
  return { headers, toCells: (fileLead: FileLead): Cell[] => shown.map((cell) => cell(fileLead)) }
}
