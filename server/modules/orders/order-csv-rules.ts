import { defaultColumns, type FileHeader, fileHeaders, isColumnOf } from '@dooryard/contract/file-layouts'
import type { Contact } from '@dooryard/contract/leads'
import {
  assetSubGroups,
  type CampaignType,
  type FileColumn,
  fileColumns,
  lineTypes,
  ownerTypes,
  scrubResults,
} from '@dooryard/contract/vocabularies'
import type { SelectedLead } from '../properties/index.ts'

export type FileLead = { lead: SelectedLead; contacts: readonly Contact[] }
export type Cell = string | number | null
type CellOf = (of: FileLead) => Cell

const phonesOf = ({ contacts }: FileLead) => contacts.filter(({ type }) => type === 'PHONE')
const mayBeCalled = ({ scrub }: Contact) => scrub === 'CLEAN'
/** A number that nobody has checked yet is one that may not be called. */
const checkInWords = ({ scrub = 'NOT_SCRUBBED' }: Contact) => scrubResults.label(scrub)

/** The numbers that may be called first; otherwise the best as they come. */
const shownPhones = (of: FileLead): Contact[] => {
  const phones = phonesOf(of)
  return [...phones.filter(mayBeCalled), ...phones.filter((phone) => !mayBeCalled(phone))]
}

const ofPhone =
  (at: number, say: (phone: Contact) => Cell): CellOf =>
  (of) => {
    const phone = shownPhones(of)[at]
    return phone === undefined ? null : say(phone)
  }

// These columns are fed to dialers, so the digits of a number that may not be called never stand in one.
const numberOf = (at: number) => ofPhone(at, (phone) => (mayBeCalled(phone) ? phone.value : null))
const lineTypeOf = (at: number) => ofPhone(at, ({ lineType = 'UNKNOWN' }) => lineTypes.label(lineType))
const checkOf = (at: number) => ofPhone(at, checkInWords)

const emailOf =
  (at: number): CellOf =>
  ({ contacts }) =>
    contacts.filter(({ type }) => type === 'EMAIL')[at]?.value ?? null

const suppressedInWords = (of: FileLead): Cell =>
  phonesOf(of)
    .filter((phone) => !mayBeCalled(phone))
    .map((phone) => `${phone.value} (${checkInWords(phone)})`)
    .join('; ') || null

const cells: Record<FileHeader, CellOf> = {
  'Owner Name': ({ lead }) => lead.ownerName,
  'Owner Type': ({ lead }) => ownerTypes.label(lead.ownerType),
  'Mailing Address': ({ lead }) => lead.mailingAddress,
  'Mailing City': ({ lead }) => lead.mailingCity,
  'Mailing State': ({ lead }) => lead.mailingState,
  'Mailing ZIP': ({ lead }) => lead.mailingZip,
  'Phone 1': numberOf(0),
  'Phone 1 Type': lineTypeOf(0),
  'Phone 1 Do-Not-Call Check': checkOf(0),
  'Phone 2': numberOf(1),
  'Phone 2 Type': lineTypeOf(1),
  'Phone 2 Do-Not-Call Check': checkOf(1),
  'Phone 3': numberOf(2),
  'Phone 3 Type': lineTypeOf(2),
  'Phone 3 Do-Not-Call Check': checkOf(2),
  'Email 1': emailOf(0),
  'Email 2': emailOf(1),
  'Do Not Call': suppressedInWords,
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
  // Of some sales the rolls know the month alone; `2021-03` then stands for it.
  'Last Sale Date': ({ lead }) => lead.lastSaleDate?.slice(0, lead.isLastSaleMonthOnly ? 7 : 10) ?? null,
  'Last Sale Price': ({ lead }) => lead.lastSalePrice,
}

/** In the order of the vocabulary. A mailed order has no phones and emails, also where they were asked for. */
export function fileLayout(campaignType: CampaignType, columns: readonly FileColumn[] | null) {
  const chosen = new Set(columns ?? defaultColumns(campaignType))
  const headers: FileHeader[] = fileColumns.values
    .filter((column) => chosen.has(column) && isColumnOf(campaignType, column))
    .flatMap((column) => fileHeaders[column])
  const shown = headers.map((header) => cells[header])
  return { headers, cellsOf: (of: FileLead): Cell[] => shown.map((cell) => cell(of)) }
}
