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
import { defaultColumns, isColumnOf } from './file-columns-rules.ts'

/** A lead as its file shows it. */
export type FileLead = { lead: SelectedLead; contacts: readonly Contact[] }
export type Cell = string | number | null
type Column = [header: string, cell: (of: FileLead) => Cell]

const most = { phones: 3, emails: 2 }

const phonesOf = ({ contacts }: FileLead) => contacts.filter(({ type }) => type === 'PHONE')
const mayBeCalled = ({ scrub }: Contact) => scrub === 'CLEAN'
/** A number that nobody has checked yet is one that may not be called. */
const checkInWords = ({ scrub = 'NOT_SCRUBBED' }: Contact) => scrubResults.label(scrub)

/** The numbers that may be called first; otherwise the best as they come. */
const shownPhones = (of: FileLead): Contact[] => {
  const phones = phonesOf(of)
  return [...phones.filter(mayBeCalled), ...phones.filter((phone) => !mayBeCalled(phone))]
}

const phoneColumns = (at: number): Column[] => {
  const cell = (say: (phone: Contact) => Cell) => (of: FileLead) => {
    const phone = shownPhones(of)[at]
    return phone === undefined ? null : say(phone)
  }
  return [
    // These columns are fed to dialers, so the digits of a number that may not be called never stand in one.
    [`Phone ${at + 1}`, cell((phone) => (mayBeCalled(phone) ? phone.value : null))],
    [`Phone ${at + 1} Type`, cell(({ lineType = 'UNKNOWN' }) => lineTypes.label(lineType))],
    [`Phone ${at + 1} Do-Not-Call Check`, cell(checkInWords)],
  ]
}

const emailColumn = (at: number): Column => [
  `Email ${at + 1}`,
  ({ contacts }) => contacts.filter(({ type }) => type === 'EMAIL')[at]?.value ?? null,
]

const suppressedInWords = (of: FileLead): Cell =>
  phonesOf(of)
    .filter((phone) => !mayBeCalled(phone))
    .map((phone) => `${phone.value} (${checkInWords(phone)})`)
    .join('; ') || null

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

/** What a person reads at the top of each column, and where the cell comes from. */
const columnsOf: Record<FileColumn, Column[]> = {
  OWNER: [
    ['Owner Name', ({ lead }) => lead.ownerName],
    ['Owner Type', ({ lead }) => ownerTypes.label(lead.ownerType)],
  ],
  MAILING: [
    ['Mailing Address', ({ lead }) => lead.mailingAddress],
    ['Mailing City', ({ lead }) => lead.mailingCity],
    ['Mailing State', ({ lead }) => lead.mailingState],
    ['Mailing ZIP', ({ lead }) => lead.mailingZip],
  ],
  PHONES: upTo(most.phones).flatMap(phoneColumns),
  EMAILS: upTo(most.emails).map(emailColumn),
  SUPPRESSED_PHONES: [['Do Not Call', suppressedInWords]],
  PROPERTY: [
    ['Property Address', ({ lead }) => lead.address],
    ['Property Unit', ({ lead }) => lead.unit],
    ['Property City', ({ lead }) => lead.city],
    ['Property State', ({ lead }) => lead.state],
    ['Property ZIP', ({ lead }) => lead.zip],
  ],
  PARCEL: [
    ['County FIPS', ({ lead }) => lead.countyFips],
    ['Parcel Number', ({ lead }) => lead.apn],
  ],
  BUILDING: [
    ['Property Type', ({ lead }) => lead.assetSubGroup && assetSubGroups.label(lead.assetSubGroup)],
    ['County Use Code', ({ lead }) => lead.useCode],
    ['County Use', ({ lead }) => lead.useDescription],
    ['Bedrooms', ({ lead }) => lead.bedrooms],
    ['Bathrooms', ({ lead }) => lead.bathrooms],
    ['Living Area (sq ft)', ({ lead }) => lead.livingAreaSqft],
    ['Year Built', ({ lead }) => lead.yearBuilt],
  ],
  VALUES: [
    ['Assessed Value', ({ lead }) => lead.assessedValue],
    ['Market Value', ({ lead }) => lead.marketValue],
  ],
  SALE: [
    // Of some sales the rolls know the month alone; `2021-03` then stands for it.
    ['Last Sale Date', ({ lead }) => lead.lastSaleDate?.slice(0, lead.isLastSaleMonthOnly ? 7 : 10) ?? null],
    ['Last Sale Price', ({ lead }) => lead.lastSalePrice],
  ],
}

/**
 * The columns of a file, in the order of the vocabulary however they were chosen; those of the campaign type for none.
 * Columns of phones and emails are not there in an order that is mailed, also where they were asked for.
 */
export function fileLayout(campaignType: CampaignType, columns: readonly FileColumn[] | null) {
  const chosen = new Set(columns ?? defaultColumns(campaignType))
  const shown = fileColumns.values
    .filter((column) => chosen.has(column) && isColumnOf(campaignType, column))
    .flatMap((column) => columnsOf[column])
  return {
    headers: shown.map(([header]) => header),
    cellsOf: (of: FileLead): Cell[] => shown.map(([, cell]) => cell(of)),
  }
}
