import { enumWithLabels } from '../../api/enums.ts'
import { type ExportColumn, exportColumns } from './export-columns.ts'

export const tradePresets = enumWithLabels({
  RAW: ['All columns', 'Everything, with names as the county writes them'],
  MAIL_HOUSE: ['Mail house', 'Names in parts, salutation, and the mailing address in parts'],
  DIALER: ['Dialer, one phone per row', 'One row per callable number'],
  DIALER_LEADS: ['Dialer, one lead per row', 'Up to five numbers per lead'],
  SALESFORCE: ['Salesforce', 'Field names of the import of leads'],
  HUBSPOT: ['HubSpot', 'Field names of the import of contacts'],
  HIGHLEVEL: ['HighLevel', 'Field names of the import of contacts'],
  FOLLOW_UP_BOSS: ['Follow Up Boss', 'Field names of the import of contacts'],
})
export type TradePreset = (typeof tradePresets.values)[number]

export type NamedColumn = { column: ExportColumn; header?: string | undefined }

type PresetLayout = {
  columns: readonly NamedColumn[]
  nameCase?: 'COUNTY'
  phones?: 'ROWS'
  /** One phone has a header without a number. */
  phonesPerLead?: number
  /** Without phones it makes no sense. */
  isCallReadyOnly?: true
}

const named = (columns: Partial<Record<ExportColumn, string>>): NamedColumn[] =>
  // The keys are columns by the type of the parameter.
  (Object.entries(columns) as [ExportColumn, string][]).map(([column, header]) => ({ column, header }))
const plain = (columns: readonly ExportColumn[]): NamedColumn[] => columns.map((column) => ({ column }))

const dialerLead = plain([
  ...(['FIRST_NAME', 'LAST_NAME', 'COMPANY'] as const),
  ...(['PROPERTY_ADDRESS', 'PROPERTY_CITY', 'PROPERTY_STATE', 'PROPERTY_ZIP', 'CALLABLE_UNTIL', 'LEAD_ID'] as const),
])
const dialerPhone = plain(['PHONE', 'PHONE_TYPE'])

export const presetLayouts: Readonly<Record<TradePreset, PresetLayout>> = {
  RAW: {
    columns: plain(exportColumns.values.filter((column) => column !== 'ADDRESSEE_OR_RESIDENT')),
    nameCase: 'COUNTY',
  },
  MAIL_HOUSE: {
    columns: plain([
      ...(['ADDRESSEE_OR_RESIDENT', 'SALUTATION', 'FIRST_NAME', 'MIDDLE_NAME', 'LAST_NAME', 'SUFFIX'] as const),
      ...(['OWNER_2_FIRST_NAME', 'OWNER_2_LAST_NAME', 'COMPANY'] as const),
      ...(['MAILING_STREET', 'MAILING_UNIT', 'MAILING_CITY', 'MAILING_STATE', 'MAILING_ZIP', 'MAILING_ZIP4'] as const),
      ...(['MAILING_COUNTRY', 'PROPERTY_ADDRESS', 'PROPERTY_UNIT', 'PROPERTY_CITY', 'PROPERTY_STATE'] as const),
      ...(['PROPERTY_ZIP', 'LEAD_ID'] as const),
    ]),
  },
  DIALER: { columns: [...dialerPhone, ...dialerLead], phones: 'ROWS', isCallReadyOnly: true },
  DIALER_LEADS: { columns: [...dialerLead.slice(0, 3), ...dialerPhone, ...dialerLead.slice(3)], isCallReadyOnly: true },
  // Lead fields by their labels; a lead needs a last name and a company.
  SALESFORCE: {
    columns: named({
      ...{ FIRST_NAME: 'First Name', LAST_NAME: 'Last Name', OWNER_NAME: 'Company', EMAIL_1: 'Email', PHONE: 'Phone' },
      ...{ MAILING_ADDRESS: 'Street', MAILING_CITY: 'City', MAILING_STATE: 'State', MAILING_ZIP: 'Postal Code' },
      ...{ MAILING_COUNTRY: 'Country', LIST_NAMES: 'Lead Source', PROPERTY_ADDRESS: 'Description' },
    }),
    phonesPerLead: 1,
  },
  HUBSPOT: {
    columns: named({
      ...{ FIRST_NAME: 'First Name', LAST_NAME: 'Last Name', COMPANY: 'Company Name', EMAIL_1: 'Email' },
      ...{ PHONE: 'Phone Number', MAILING_ADDRESS: 'Street Address', MAILING_CITY: 'City' },
      ...{ MAILING_STATE: 'State/Region', MAILING_ZIP: 'Postal Code', MAILING_COUNTRY: 'Country/Region' },
    }),
    phonesPerLead: 1,
  },
  HIGHLEVEL: {
    columns: named({
      ...{ FIRST_NAME: 'First Name', LAST_NAME: 'Last Name', COMPANY: 'Business Name', EMAIL_1: 'Email' },
      ...{ PHONE: 'Phone', MAILING_ADDRESS: 'Street Address', MAILING_CITY: 'City', MAILING_STATE: 'State' },
      ...{ MAILING_ZIP: 'Postal Code', MAILING_COUNTRY: 'Country', LIST_NAMES: 'Source' },
    }),
    phonesPerLead: 1,
  },
  FOLLOW_UP_BOSS: {
    columns: named({
      ...{ FIRST_NAME: 'First Name', LAST_NAME: 'Last Name', EMAIL_1: 'Email 1', EMAIL_2: 'Email 2', PHONE: 'Phone' },
      ...{ MAILING_ADDRESS: 'Address', MAILING_CITY: 'City', MAILING_STATE: 'State', MAILING_ZIP: 'Zip' },
      ...{ PROPERTY_ADDRESS: 'Property Address', PROPERTY_CITY: 'Property City', PROPERTY_STATE: 'Property State' },
      ...{ PROPERTY_ZIP: 'Property Postal Code', LIST_NAMES: 'Source' },
    }),
    phonesPerLead: 3,
  },
}

/** Presets that make sense for an order of this type. */
export const listTradePresets = (campaignType: 'MAIL_READY' | 'CALL_READY') =>
  tradePresets.terms.filter(({ value }) => campaignType === 'CALL_READY' || !presetLayouts[value].isCallReadyOnly)
