import type { z } from 'zod'
import { type CampaignType, enumWithLabels } from '../../api/enums.ts'

/** The columns of an export by group: the header of the column, and what it holds. */
const columnGroups = {
  OWNER: {
    OWNER_NAME: ['Owner Name', 'All owners in one cell'],
    FIRST_NAME: ['First Name', 'Of the first owner who is a person'],
    MIDDLE_NAME: ['Middle Name', 'Of the first owner'],
    LAST_NAME: ['Last Name', 'Of the first owner'],
    SUFFIX: ['Suffix', 'Jr, Sr, II, III or IV'],
    OWNER_2_FIRST_NAME: ['Owner 2 First Name', 'Of the second owner who is a person'],
    OWNER_2_MIDDLE_NAME: ['Owner 2 Middle Name', 'Of the second owner'],
    OWNER_2_LAST_NAME: ['Owner 2 Last Name', 'Of the second owner'],
    OWNER_2_SUFFIX: ['Owner 2 Suffix', 'Jr, Sr, II, III or IV'],
    COMPANY: ['Company', 'The owner that is a company, trust, estate or public body'],
    SALUTATION: ['Salutation', 'Dear Avery and Lee, or Dear Property Owner'],
    ADDRESSEE: ['Addressee', 'The names of the owners, or Current Resident'],
    ADDRESSEE_OR_RESIDENT: ['Addressee or Current Resident', 'The addressee, followed by "or Current Resident"'],
    OWNER_TYPE: ['Owner Type', 'Individual, LLC, trust and so on'],
    OCCUPANCY: ['Occupancy', 'Owner occupied, or absentee and where'],
    HOMESTEAD: ['Homestead', 'Yes or no, where the county reports homestead exemptions'],
  },
  MAILING: {
    MAILING_ADDRESS: ['Mailing Address', 'Street and unit in one cell'],
    MAILING_STREET: ['Mailing Street', 'The mailing address without its unit'],
    MAILING_UNIT: ['Mailing Unit', 'Apartment, suite or unit of the mailing address'],
    MAILING_CITY: ['Mailing City', 'City of the mailing address'],
    MAILING_STATE: ['Mailing State', 'State of the mailing address'],
    MAILING_ZIP: ['Mailing ZIP', 'Five digits'],
    MAILING_ZIP4: ['Mailing ZIP+4', 'The four digits behind the ZIP, where the county knows them'],
    MAILING_COUNTRY: ['Mailing Country', 'US where the mailing address has a state'],
  },
  PHONES: {
    PHONE: ['Phone', 'Ten digits; only numbers that may be called unless you choose otherwise'],
    PHONE_TYPE: ['Phone Type', 'Mobile, landline or VoIP'],
    PHONE_CHECK: ['Phone Do-Not-Call Check', 'The result of the do-not-call check'],
    CHECKED_ON: ['Do-Not-Call Checked On', 'The day on which the numbers were checked'],
    CALLABLE_UNTIL: ['Callable Until', 'The last day on which the check counts'],
    CONTACT_SOURCE: ['Contact Source', 'Who supplied the phones and emails, and the date of their data'],
  },
  EMAILS: { EMAIL_1: ['Email 1', 'The first email address'], EMAIL_2: ['Email 2', 'The second email address'] },
  PROPERTY: {
    PROPERTY_ADDRESS: ['Property Address', 'Street of the property'],
    PROPERTY_UNIT: ['Property Unit', 'Unit of the property'],
    PROPERTY_CITY: ['Property City', 'City of the property'],
    PROPERTY_STATE: ['Property State', 'State of the property'],
    PROPERTY_ZIP: ['Property ZIP', 'ZIP of the property'],
    COUNTY: ['County', 'The name of the county'],
    COUNTY_FIPS: ['County FIPS', 'Five digits'],
    PARCEL_NUMBER: ['Parcel Number', 'As the county writes it'],
    LATITUDE: ['Latitude', 'In degrees'],
    LONGITUDE: ['Longitude', 'In degrees'],
    ZONING: ['Zoning', 'As the county writes it'],
    SUBDIVISION: ['Subdivision', 'The name of the plat'],
    LEGAL_DESCRIPTION: ['Legal Description', 'Lot, block and plat, or metes and bounds'],
  },
  BUILDING: {
    PROPERTY_TYPE: ['Property Type', 'Single family, condominium and so on'],
    COUNTY_USE_CODE: ['County Use Code', 'As the county writes it'],
    COUNTY_USE: ['County Use', 'What the use code stands for'],
    BEDROOMS: ['Bedrooms', 'Number of bedrooms'],
    BATHROOMS: ['Bathrooms', 'Number of bathrooms'],
    LIVING_AREA: ['Living Area (sq ft)', 'Square feet'],
    LOT_SIZE: ['Lot Size (sq ft)', 'Square feet'],
    UNITS: ['Units', 'Number of dwellings'],
    YEAR_BUILT: ['Year Built', 'Year of construction'],
    EFFECTIVE_YEAR: ['Effective Year', 'The year built as far as renovation makes it younger'],
    CONSTRUCTION: ['Construction', 'Frame, masonry and so on, as the county writes it'],
    CONDITION: ['Condition', 'As the county rates it'],
  },
  VALUES: {
    ESTIMATED_VALUE: ['Estimated Value', 'In dollars'],
    ASSESSED_VALUE: ['Assessed Value', 'In dollars'],
    MARKET_VALUE: ['Market Value', 'In dollars, as the county sees it'],
    EQUITY: ['Equity', 'In dollars: the estimated value less the open loans'],
    EQUITY_PERCENT: ['Equity (%)', 'Of the estimated value'],
    LTV: ['LTV (%)', 'The open loans as a share of the estimated value'],
    SIGNALS: ['Signals', 'Vacant, tax delinquent, pre-foreclosure and so on'],
    LAND_VALUE: ['Land Value', 'In dollars'],
    IMPROVEMENT_VALUE: ['Improvement Value', 'In dollars: what stands on the land'],
    VALUE_YEAR: ['Value Year', 'The year for which the county set the values'],
    TAX_AMOUNT: ['Tax Amount', 'In dollars per year'],
    TAX_YEAR: ['Tax Year', 'The year of the tax'],
  },
  SALE: {
    LAST_SALE_DATE: ['Last Sale Date', 'The month alone where the county gives no day'],
    LAST_SALE_PRICE: ['Last Sale Price', 'In dollars'],
    YEARS_OWNED: ['Years Owned', 'Whole years from the last sale to the delivery of the order'],
    LAST_SALE_DOCUMENT: ['Last Sale Document', 'Book and page of the deed, or its number'],
  },
  LOANS: {
    OPEN_LOANS: ['Open Loans', 'Number of open loans'],
    LOAN_BALANCE: ['Open Loan Amount', 'In dollars, all open loans together as they were taken out'],
    LOAN_1_AMOUNT: ['Loan 1 Amount', 'In dollars'],
    LOAN_1_DATE: ['Loan 1 Date', 'When it was taken out'],
    LOAN_1_TYPE: ['Loan 1 Type', 'Conventional, FHA and so on'],
    LOAN_1_LENDER: ['Loan 1 Lender', 'The name of the lender'],
  },
  RECORD: {
    LEAD_ID: ['Lead ID', 'The order and the property: the same in every file of the order'],
    ORDER_ID: ['Order ID', 'The id of the order'],
    PROPERTY_ID: ['Property ID', 'The id of the property'],
    LIST_NAMES: ['List Names', 'The names of the campaign and the order'],
    DATA_SOURCE: ['Data Source', 'The county datasets'],
    DATA_DATE: ['Data Date', 'The date of the newest of them'],
  },
} as const satisfies Record<string, Record<string, readonly [label: string, description: string]>>

export const exportColumnGroups = enumWithLabels({
  OWNER: ['Owner', 'Names of the owners'],
  MAILING: ['Mailing address', 'Where the owner gets mail'],
  PHONES: ['Phones', 'For Call Ready orders'],
  EMAILS: ['Emails', 'For Call Ready orders'],
  PROPERTY: ['Property', 'Address, county and parcel'],
  BUILDING: ['Building', 'Type, size and age'],
  VALUES: ['Value and equity', 'Values, equity and signals'],
  SALE: ['Last sale', 'Date and price'],
  LOANS: ['Loans', 'Where the county datasets report them'],
  RECORD: ['Record', 'Ids, lists, source and date'],
} satisfies Record<keyof typeof columnGroups, [string, string]>)
export type ExportColumnGroup = z.infer<typeof exportColumnGroups.schema>

type Groups = typeof columnGroups
export type ExportColumn = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]

// The spread of an object of objects loses the keys, which the type above restores.
export const exportColumns = enumWithLabels(
  Object.assign({}, ...Object.values(columnGroups)) as Record<ExportColumn, readonly [string, string]>,
)

export const listGroupColumns = (group: ExportColumnGroup) =>
  // Written above, where each key is a column.
  Object.keys(columnGroups[group]) as ExportColumn[]

const callReadyColumns: ReadonlySet<ExportColumn> = new Set([
  ...listGroupColumns('PHONES'),
  ...listGroupColumns('EMAILS'),
])

/** A Mail Ready order has no phones and emails. */
export const isExportColumnAvailable = (campaignType: CampaignType, column: ExportColumn) =>
  campaignType === 'CALL_READY' || !callReadyColumns.has(column)

/** Columns with one value per phone. */
export const phoneColumns: ReadonlySet<ExportColumn> = new Set<ExportColumn>(['PHONE', 'PHONE_TYPE', 'PHONE_CHECK'])
