import {
  assetSubGroups,
  type CampaignType,
  lineTypes,
  loanTypes,
  occupancies,
  ownerTypes,
  scrubResults,
  signals,
} from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import type { ExportColumn } from '@dooryard/contract/orders/export/export-columns'
import type { Contact } from '@dooryard/contract/orders/leads'
import type { CsvCell } from '../../../platform/files/csv/csv.ts'
import { formatYesNo } from '../../../platform/util/format.ts'
import { type AssessmentField, findProvince, getCountyName, type SelectedLead } from '../../properties/index.ts'
import { splitMailingLine, splitZip } from './mailing-texts.ts'
import { currentResident, type OwnerTexts } from './owner-texts.ts'

/** What orders store since they have exports, and since county datasets have assessments; older ones lack it. */
type LaterField = 'equityAmount' | 'ltvPercent' | 'mortgages' | 'dataSources' | AssessmentField
export type ExportLead = Omit<SelectedLead, LaterField> & Partial<Pick<SelectedLead, LaterField>>

export type ExportOrder = {
  id: string
  orderName: string
  campaignName: string | null
  campaignType: CampaignType
  completedAt: Date | null
  dncCheckedAt: Date | null
  expiresAt: Date | null
}

/** A lead with what its cells share. */
export type ExportRow = {
  order: ExportOrder
  lead: ExportLead
  contacts: readonly Contact[]
  owner: OwnerTexts
  /** The phones of the row in the order of its columns. */
  phones: readonly Contact[]
}

type CellGetter = (row: ExportRow, phone: number) => CsvCell

const formatDay = (at: Date | null) => at?.toISOString().slice(0, 10) ?? null
const getPerson = (row: ExportRow, at: number) => row.owner.people[at]
const getEmail = ({ contacts }: ExportRow, at: number) =>
  contacts.filter(({ type }) => type === 'EMAIL')[at]?.value ?? null
const getLoan = ({ lead }: ExportRow) => lead.mortgages?.[0]

/** The last whole day before the check of the numbers ends. */
const getLastCallDay = (expiresAt: Date | null) => expiresAt && formatDay(new Date(expiresAt.getTime() + 1 - dayMs))

function getYearsOwned({ lead, order }: ExportRow): number | null {
  if (lead.lastSaleDate === null || order.completedAt === null) return null
  const [sold, delivered] = [lead.lastSaleDate.slice(0, 10), order.completedAt.toISOString().slice(0, 10)]
  const years = Number(delivered.slice(0, 4)) - Number(sold.slice(0, 4))
  return Math.max(0, delivered.slice(5) < sold.slice(5) ? years - 1 : years)
}

const sumLoans = ({ lead: { mortgages } }: ExportRow) =>
  mortgages?.every(({ amount }) => amount !== null)
    ? mortgages.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
    : null

const formatContactSources = ({ contacts }: ExportRow) =>
  [...new Set(contacts.map(({ source, asOf }) => `${source}, ${asOf}`))].join('; ') || null

const ownerCells = {
  OWNER_NAME: ({ owner }) => owner.ownerName,
  FIRST_NAME: (row) => getPerson(row, 0)?.first ?? null,
  MIDDLE_NAME: (row) => getPerson(row, 0)?.middle ?? null,
  LAST_NAME: (row) => getPerson(row, 0)?.last ?? null,
  SUFFIX: (row) => getPerson(row, 0)?.suffix ?? null,
  OWNER_2_FIRST_NAME: (row) => getPerson(row, 1)?.first ?? null,
  OWNER_2_MIDDLE_NAME: (row) => getPerson(row, 1)?.middle ?? null,
  OWNER_2_LAST_NAME: (row) => getPerson(row, 1)?.last ?? null,
  OWNER_2_SUFFIX: (row) => getPerson(row, 1)?.suffix ?? null,
  COMPANY: ({ owner }) => owner.company,
  SALUTATION: ({ owner }) => owner.salutation,
  ADDRESSEE: ({ owner }) => owner.addressee,
  ADDRESSEE_OR_RESIDENT: ({ owner: { addressee } }) =>
    addressee === currentResident ? addressee : `${addressee} or ${currentResident}`,
  OWNER_TYPE: ({ lead }) => ownerTypes.label(lead.ownerType),
  OCCUPANCY: ({ lead }) => occupancies.label(lead.occupancy),
  HOMESTEAD: ({ lead }) => formatYesNo(lead.isHomestead),
  MAILING_ADDRESS: ({ lead }) => lead.mailingAddress,
  MAILING_STREET: ({ lead }) => splitMailingLine(lead.mailingAddress).street,
  MAILING_UNIT: ({ lead }) => splitMailingLine(lead.mailingAddress).unit,
  MAILING_CITY: ({ lead }) => lead.mailingCity,
  MAILING_STATE: ({ lead }) => lead.mailingState,
  MAILING_ZIP: ({ lead }) => splitZip(lead.mailingZip).zip5,
  MAILING_ZIP4: ({ lead }) => splitZip(lead.mailingZip).zip4,
  MAILING_COUNTRY: ({ lead }) => lead.mailingState && (findProvince(lead.mailingState) ? 'CA' : 'US'),
} satisfies Partial<Record<ExportColumn, CellGetter>>

const contactCells = {
  PHONE: ({ phones }, at) => phones[at]?.value ?? null,
  PHONE_TYPE: ({ phones }, at) => phones[at] && lineTypes.label(phones[at].lineType ?? 'UNKNOWN'),
  // A number that was never checked may not be called.
  PHONE_CHECK: ({ phones }, at) => phones[at] && scrubResults.label(phones[at].scrub ?? 'NOT_SCRUBBED'),
  CHECKED_ON: ({ order }) => formatDay(order.dncCheckedAt),
  CALLABLE_UNTIL: ({ order }) => getLastCallDay(order.expiresAt),
  CONTACT_SOURCE: formatContactSources,
  EMAIL_1: (row) => getEmail(row, 0),
  EMAIL_2: (row) => getEmail(row, 1),
} satisfies Partial<Record<ExportColumn, (row: ExportRow, phone: number) => CsvCell | undefined>>

const propertyCells = {
  PROPERTY_ADDRESS: ({ lead }) => lead.address,
  PROPERTY_UNIT: ({ lead }) => lead.unit,
  PROPERTY_CITY: ({ lead }) => lead.city,
  PROPERTY_STATE: ({ lead }) => lead.state,
  PROPERTY_ZIP: ({ lead }) => lead.zip,
  COUNTY: ({ lead }) => getCountyName(lead.countyFips),
  COUNTY_FIPS: ({ lead }) => lead.countyFips,
  PARCEL_NUMBER: ({ lead }) => lead.apn,
  LATITUDE: ({ lead }) => lead.lat,
  LONGITUDE: ({ lead }) => lead.lng,
  ZONING: ({ lead }) => lead.zoning ?? null,
  SUBDIVISION: ({ lead }) => lead.subdivision ?? null,
  LEGAL_DESCRIPTION: ({ lead }) => lead.legalDescription ?? null,
  PROPERTY_TYPE: ({ lead }) => lead.assetSubGroup && assetSubGroups.label(lead.assetSubGroup),
  COUNTY_USE_CODE: ({ lead }) => lead.useCode,
  COUNTY_USE: ({ lead }) => lead.useDescription,
  BEDROOMS: ({ lead }) => lead.bedrooms,
  BATHROOMS: ({ lead }) => lead.bathrooms,
  LIVING_AREA: ({ lead }) => lead.livingAreaSqft,
  LOT_SIZE: ({ lead }) => lead.lotSqft,
  UNITS: ({ lead }) => lead.units,
  YEAR_BUILT: ({ lead }) => lead.yearBuilt,
  EFFECTIVE_YEAR: ({ lead }) => lead.effectiveYear ?? null,
  CONSTRUCTION: ({ lead }) => lead.construction ?? null,
  CONDITION: ({ lead }) => lead.condition ?? null,
} satisfies Partial<Record<ExportColumn, CellGetter>>

const valueCells = {
  ESTIMATED_VALUE: ({ lead }) => lead.estimatedValue,
  ASSESSED_VALUE: ({ lead }) => lead.assessedValue,
  MARKET_VALUE: ({ lead }) => lead.marketValue,
  EQUITY: ({ lead }) => lead.equityAmount ?? null,
  EQUITY_PERCENT: ({ lead: { ltvPercent } }) =>
    typeof ltvPercent === 'number' ? roundToTenth(100 - ltvPercent) : null,
  LTV: ({ lead }) => lead.ltvPercent ?? null,
  SIGNALS: ({ lead }) => lead.signals.map(signals.label).join('; ') || null,
  LAND_VALUE: ({ lead }) => lead.landValue ?? null,
  IMPROVEMENT_VALUE: ({ lead }) => lead.improvementValue ?? null,
  VALUE_YEAR: ({ lead }) => lead.valueYear ?? null,
  TAX_AMOUNT: ({ lead }) => lead.taxAmount ?? null,
  TAX_YEAR: ({ lead }) => lead.taxYear ?? null,
  // Of some sales counties know only the month; it is written as `2021-03`.
  LAST_SALE_DATE: ({ lead }) => lead.lastSaleDate?.slice(0, lead.isLastSaleMonthOnly ? 7 : 10) ?? null,
  LAST_SALE_PRICE: ({ lead }) => lead.lastSalePrice,
  YEARS_OWNED: getYearsOwned,
  LAST_SALE_DOCUMENT: ({ lead }) => lead.lastSaleDocument ?? null,
  OPEN_LOANS: ({ lead }) => lead.mortgages?.length ?? null,
  LOAN_BALANCE: sumLoans,
  LOAN_1_AMOUNT: (row) => getLoan(row)?.amount ?? null,
  LOAN_1_DATE: (row) => getLoan(row)?.originatedOn ?? null,
  LOAN_1_TYPE: (row) => loanTypes.label(getLoan(row)?.loanType ?? ''),
  LOAN_1_LENDER: (row) => getLoan(row)?.lender ?? null,
} satisfies Partial<Record<ExportColumn, CellGetter>>

const roundToTenth = (percent: number) => Math.round(percent * 10) / 10

const recordCells = {
  LEAD_ID: ({ order, lead }) => `${order.id}/${lead.propertyId}`,
  ORDER_ID: ({ order }) => order.id,
  PROPERTY_ID: ({ lead }) => lead.propertyId,
  LIST_NAMES: ({ order }) => [order.campaignName, order.orderName].filter(Boolean).join('; '),
  DATA_SOURCE: ({ lead }) => lead.dataSources?.rolls.join('; ') || null,
  DATA_DATE: ({ lead }) => lead.dataSources?.recordedOn ?? null,
} satisfies Partial<Record<ExportColumn, CellGetter>>

/** The value of each column for a row; `phone` is the place of the number. */
export const exportCells: Record<ExportColumn, (row: ExportRow, phone: number) => CsvCell | undefined> = {
  ...ownerCells,
  ...contactCells,
  ...propertyCells,
  ...valueCells,
  ...recordCells,
}
