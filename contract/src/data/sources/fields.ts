/** How the value of a field is read and checked when its source does not say more. */
export type FieldKind =
  | 'TEXT'
  | 'STREET'
  | 'CITY'
  | 'STATE'
  | 'ZIP'
  | 'COUNTRY'
  | 'NAMES'
  | 'LATITUDE'
  | 'LONGITUDE'
  | 'MONEY'
  | 'PRICE'
  | 'AREA'
  | 'COUNT'
  | 'QUANTITY'
  | 'YEAR'
  | 'DATE'
  | 'YES_NO'
  | 'TERM'
  | 'TERMS'

export type FieldGroup = 'LOCATION' | 'OWNER' | 'BUILDING' | 'VALUE' | 'LAST_SALE' | 'STATUS' | 'SALE'

export type FieldInfo = { label: string; kind: FieldKind; group: FieldGroup; hint?: string }

const field = (group: FieldGroup, kind: FieldKind, label: string, hint?: string): FieldInfo => ({
  group,
  kind,
  label,
  ...(hint && { hint }),
})

/** The facts of a property that a source can fill, in the order of the wizard. */
export const propertyFields = {
  situsAddress: field('LOCATION', 'STREET', 'Street address', 'House number and street of the property'),
  situsUnit: field('LOCATION', 'TEXT', 'Unit'),
  situsCity: field('LOCATION', 'CITY', 'City'),
  situsZip: field('LOCATION', 'ZIP', 'ZIP'),
  lat: field('LOCATION', 'LATITUDE', 'Latitude'),
  lng: field('LOCATION', 'LONGITUDE', 'Longitude'),
  subdivision: field('LOCATION', 'TEXT', 'Subdivision'),
  legalDescription: field('LOCATION', 'TEXT', 'Legal description'),
  ownerNames: field('OWNER', 'NAMES', 'Owners', 'One or more columns with names'),
  mailingAddress: field('OWNER', 'STREET', 'Mailing address', 'Street line of the tax bill'),
  mailingCity: field('OWNER', 'CITY', 'Mailing city'),
  mailingState: field('OWNER', 'STATE', 'Mailing state'),
  mailingZip: field('OWNER', 'ZIP', 'Mailing ZIP'),
  mailingCountry: field('OWNER', 'COUNTRY', 'Mailing country'),
  isHomestead: field('OWNER', 'YES_NO', 'Homestead exemption', 'Granted to owners who live there'),
  useCode: field('BUILDING', 'TEXT', 'Use code', 'The code of the county'),
  useDescription: field('BUILDING', 'TEXT', 'Use description'),
  bedrooms: field('BUILDING', 'COUNT', 'Bedrooms'),
  bathrooms: field('BUILDING', 'QUANTITY', 'Bathrooms'),
  livingAreaSqft: field('BUILDING', 'AREA', 'Living area'),
  lotSqft: field('BUILDING', 'AREA', 'Lot size'),
  yearBuilt: field('BUILDING', 'YEAR', 'Year built'),
  effectiveYear: field('BUILDING', 'YEAR', 'Effective year', 'The year built as far as renovation makes it younger'),
  units: field('BUILDING', 'COUNT', 'Units'),
  stories: field('BUILDING', 'QUANTITY', 'Stories'),
  construction: field('BUILDING', 'TEXT', 'Construction'),
  condition: field('BUILDING', 'TEXT', 'Condition'),
  zoning: field('BUILDING', 'TEXT', 'Zoning'),
  assessedValue: field('VALUE', 'MONEY', 'Assessed value'),
  marketValue: field('VALUE', 'MONEY', 'Market value'),
  estimatedValue: field('VALUE', 'MONEY', 'Estimated value'),
  landValue: field('VALUE', 'MONEY', 'Land value'),
  improvementValue: field('VALUE', 'MONEY', 'Improvement value'),
  valueRecordedOn: field('VALUE', 'DATE', 'Date of the values'),
  valueYear: field('VALUE', 'YEAR', 'Year of the values'),
  taxAmount: field('VALUE', 'MONEY', 'Tax amount'),
  taxYear: field('VALUE', 'YEAR', 'Tax year'),
  lastSaleDate: field('LAST_SALE', 'DATE', 'Last sale date'),
  lastSalePrice: field('LAST_SALE', 'PRICE', 'Last sale price'),
  lastSaleDeedType: field('LAST_SALE', 'TERM', 'Last sale deed'),
  lastSaleDocument: field('LAST_SALE', 'TEXT', 'Last sale document', 'Book and page, or the number of the instrument'),
  cashPurchase: field('LAST_SALE', 'YES_NO', 'Bought with cash'),
  armsLength: field('LAST_SALE', 'YES_NO', 'Sold at arm’s length'),
  saleRecordedOn: field('LAST_SALE', 'DATE', 'Last sale recorded on'),
  previousSaleDate: field('LAST_SALE', 'DATE', 'Previous sale date'),
  previousSalePrice: field('LAST_SALE', 'PRICE', 'Previous sale price'),
  signals: field('STATUS', 'TERMS', 'Distress signals'),
  isVacant: field('STATUS', 'YES_NO', 'Vacant'),
} as const satisfies Record<string, FieldInfo>
export type PropertyField = keyof typeof propertyFields

/** The facts of a sale, for files in which each row is one. Without a date a row has no sale. */
export const saleFields = {
  recordedOn: field('SALE', 'DATE', 'Sale date'),
  isMonthOnly: field('SALE', 'YES_NO', 'Only the month is known'),
  price: field('SALE', 'PRICE', 'Sale price'),
  deedType: field('SALE', 'TERM', 'Deed'),
  isDeedInferred: field('SALE', 'YES_NO', 'The deed is inferred'),
  armsLength: field('SALE', 'YES_NO', 'Sold at arm’s length'),
  cashPurchase: field('SALE', 'YES_NO', 'Bought with cash'),
  loanAmount: field('SALE', 'MONEY', 'Loan amount'),
  lender: field('SALE', 'TEXT', 'Lender'),
  buyerNames: field('SALE', 'NAMES', 'Buyers'),
  buyerMailingAddress: field('SALE', 'STREET', 'Buyer’s mailing address'),
  buyerMailingCity: field('SALE', 'CITY', 'Buyer’s mailing city'),
  buyerMailingState: field('SALE', 'STATE', 'Buyer’s mailing state'),
  buyerMailingZip: field('SALE', 'ZIP', 'Buyer’s mailing ZIP'),
  sellerNames: field('SALE', 'NAMES', 'Sellers'),
  document: field('SALE', 'TEXT', 'Document', 'Book and page, or the number of the instrument'),
  isMultiParcel: field('SALE', 'YES_NO', 'Several parcels in one sale'),
} as const satisfies Record<string, FieldInfo>
export type SaleField = keyof typeof saleFields

const infoByName: Partial<Record<string, FieldInfo>> = {
  ...propertyFields,
  ...Object.fromEntries(Object.entries(saleFields).map(([name, info]) => [`sale.${name}`, info])),
}

/** What is known of a field by its name in reports, such as `yearBuilt` or `sale.price`. */
export const getFieldInfo = (name: string): FieldInfo | undefined => infoByName[name]
