import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { signalMask } from '../../records/bit-masks.ts'
import { loadLimits } from '../../rolls/ingest/ingest-tables.queries.ts'
import { toCoordinates } from '../../rolls/outlines/geometry.ts'
import { decodeTwkb } from '../../rolls/outlines/twkb.ts'
import { demo, demoCountyFile } from '../../sources/demo.ts'

/** The signals that a county publishes; all others follow from the rest of a row. */
const publishedSignals = ['TAX_DELINQUENT', 'PRE_FORECLOSURE', 'AUCTION', 'CODE_VIOLATION', 'SENIOR_EXEMPTION'] as const
export type PublishedSignal = (typeof publishedSignals)[number]

const signalsSql = publishedSignals.map(
  (signal) => `if(bitAnd(signals, ${signalMask.toMask([signal])}) > 0, '${signal}', '')`,
)

const loanNumbers = [1, 2] as const
type LoanNumber = (typeof loanNumbers)[number]

/** A file from before the loan cannot say its date: most loans are of the last sale. */
const toLoanColumns = (number: LoanNumber) => ({
  [`loan_${number}_amount`]: `mortgages.amount[${number}]`,
  [`loan_${number}_type`]: `mortgages.loan_type[${number}]`,
  [`loan_${number}_lender`]: `mortgages.lender[${number}]`,
  [`loan_${number}_lender_type`]: `mortgages.lender_type[${number}]`,
  [`loan_${number}_date`]: `if(length(mortgages.amount) < ${number}, null,
    ifNull(mortgages.originated_on[${number}], last_sale_date))`,
  [`loan_${number}_rate_type`]: `mortgages.rate_type[${number}]`,
})

const textColumns = {
  ...{ apn: 'apn', address: 'address', unit: 'unit', city: 'city', zip: 'zip' },
  ...{ subdivision: 'subdivision', legal_description: 'legal_description' },
  ...{ owner_1: 'owner_names[1]', owner_2: 'owner_names[2]' },
  ...{ mailing_address: 'mailing_address', mailing_city: 'mailing_city', mailing_state: 'mailing_state' },
  ...{ mailing_zip: 'mailing_zip', mailing_country: 'mailing_country' },
  ...{ use_code: 'use_code', use_description: 'use_description' },
  asset_use: "if(asset_use_type = '', asset_sub_group, asset_use_type)",
  ...{ construction: 'construction', condition: 'condition', zoning: 'zoning' },
  ...{ last_sale_deed_type: 'last_sale_deed_type', last_sale_document: 'last_sale_document' },
  signals: `arrayStringConcat(arrayFilter(text -> text != '', [${signalsSql.join(', ')}]), ';')`,
}

const numberColumns = {
  ...{ lat: 'lat', lng: 'lng', bedrooms: 'bedrooms', bathrooms: 'bathrooms' },
  ...{ living_area_sqft: 'living_area_sqft', lot_sqft: 'lot_sqft', year_built: 'year_built' },
  ...{ effective_year: 'effective_year', units: 'units', stories: 'stories' },
  ...{ assessed_value: 'assessed_value', market_value: 'market_value', estimated_value: 'estimated_value' },
  ...{ land_value: 'land_value', improvement_value: 'improvement_value', value_year: 'value_year' },
  ...{ tax_amount: 'tax_amount', tax_year: 'tax_year', open_loans: 'open_loans' },
  ...{ last_sale_price: 'last_sale_price', previous_sale_price: 'previous_sale_price' },
}

const dayColumns = { last_sale_date: 'last_sale_date', previous_sale_date: 'previous_sale_date' }

const flagColumns = {
  ...{ homestead: 'is_homestead', vacant: "toBool(occupancy = 'VACANT')" },
  ...{ last_sale_cash: 'cash_purchase', last_sale_arms_length: 'arms_length' },
}

const columns: Record<string, string> = {
  ...textColumns,
  ...numberColumns,
  ...dayColumns,
  ...flagColumns,
  ...Object.assign({}, ...loanNumbers.map(toLoanColumns)),
}

/** A deed that the file lists by itself, with both parties. */
type ListedSale = {
  sale_date: string
  sale_price: number
  deed_type: string
  arms_length: boolean
  cash_purchase: boolean
  loan_amount: number | null
  lender: string | null
  buyer: string
  buyer_2: string
  seller: string
  document: string
}

const saleHeaders: readonly (keyof ListedSale)[] = [
  ...(['sale_date', 'sale_price', 'deed_type', 'arms_length', 'cash_purchase', 'loan_amount', 'lender'] as const),
  ...(['buyer', 'buyer_2', 'seller', 'document'] as const),
]

/** A row of the file, by the headers of the generic source. Null and '' are empty cells. */
export type Parcel = Record<keyof typeof textColumns, string> &
  Record<keyof typeof numberColumns, number | null> &
  Record<keyof typeof dayColumns, string | null> &
  Record<keyof typeof flagColumns, boolean | null> &
  Record<`loan_${LoanNumber}_amount`, number | null> &
  Record<`loan_${LoanNumber}_${'type' | 'lender' | 'lender_type' | 'date' | 'rate_type'}`, string | null> &
  Partial<ListedSale> & { value_date?: string; outline: string }

export const headers: readonly string[] = [...Object.keys(columns), 'value_date', ...saleHeaders, 'outline']

type ParcelRow = Parcel & { drawn: string }

/** The county may have been loaded from a real file as well: its parcels and owners are not the demo's to change. */
const isGenerated = `county_fips = '${demoCountyFile.fips}'
  and source in ('${demo.source}', '${demoCountyFile.source}')`

/** Whether the store has generated parcels of the county. */
export async function hasDemoCounty({ clickhouse }: { clickhouse: ClickHouse }): Promise<boolean> {
  const rows = await clickhouse.rows(`select 1 from properties where ${isGenerated} limit 1`)
  return rows.length > 0
}

/** The generated parcels of the county as they are loaded, by ZIP and number. */
export async function* readParcels(clickhouse: ClickHouse): AsyncGenerator<Parcel[]> {
  const zips = await clickhouse.rows<{ zip: string }>(
    `select distinct zip from properties where ${isGenerated} order by zip`,
    {},
    loadLimits,
  )
  const values = Object.entries(columns).map(([header, value]) => `${value} as \`${header}\``)
  for (const { zip } of zips) {
    const rows = await clickhouse.rows<ParcelRow>(
      `with here as (select * from properties where ${isGenerated} and zip = {zip:String})
       select ${values.join(', ')}, base64Encode(drawn.outline) as drawn
       from here left join (
         select property_id, outline from outlines
         where ${isGenerated} and property_id in (select property_id from here)
         limit 1 by property_id
       ) as drawn using property_id
       order by apn`,
      { zip },
      { ...loadLimits, resultRows: 1_000_000 },
    )
    yield rows.map(({ drawn, ...parcel }) => ({ ...parcel, outline: toWellKnownText(drawn) }))
  }
}

/** Companies with several houses in the county: those that buy more. */
export const listCompanies = (clickhouse: ClickHouse) =>
  clickhouse.rows<Pick<Parcel, 'owner_1' | MailingColumn>>(
    `select any(owner_names[1]) as owner_1, any(mailing_address) as mailing_address, any(mailing_city) as mailing_city,
       any(mailing_state) as mailing_state, any(mailing_zip) as mailing_zip, any(mailing_country) as mailing_country
     from properties as row
     where ${isGenerated} and owner_type in ('LLC', 'CORPORATION') and row.mailing_zip != ''
     group by owner_key order by count() desc, owner_key limit 60`,
    {},
    loadLimits,
  )

export type MailingColumn = Extract<keyof Parcel, `mailing_${string}`>

/** Well-known text of an outline, as counties export it; '' for none. */
function toWellKnownText(drawn: string): string {
  if (drawn === '') return ''
  const polygons = toCoordinates(decodeTwkb(Buffer.from(drawn, 'base64'))).map(
    (rings) => `(${rings.map((ring) => `(${ring.map(([lng, lat]) => `${lng} ${lat}`).join(',')})`).join(',')})`,
  )
  return `MULTIPOLYGON (${polygons.join(',')})`
}
