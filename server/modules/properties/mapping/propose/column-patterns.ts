import { country, mailingStreet, street, usState, zip, zip5 } from '../address-readers.ts'
import { anyDay, date } from '../dates.ts'
import { acres, area, count, latitude, longitude, money, quantity, salePrice, text, year, yesNo } from '../readers.ts'
import type { RollColumns, SaleColumns } from '../roll.ts'
import { callReader, forHeader, type ReaderCall } from './reader-calls.ts'

/** Header names that agencies use for one of our columns, with candidate readers, the likeliest first. */
export type ColumnPattern = { names: readonly string[]; readers: readonly ((header: string) => ReaderCall)[] }

const definePattern = (names: string, ...readers: ColumnPattern['readers']): ColumnPattern => ({
  names: names.trim().split(/\s+/),
  readers,
})

const days = [
  ...anyDay.map((as) => (as === 'YYYY-MM-DD' ? forHeader(date) : forHeader(date, { as, unknown: ['0'] }))),
  (header: string) => ({
    ...callReader(date, header, { wrapped: true }),
    caveat: 'days to come are taken for those of a hundred years before',
  }),
]

// The column does not say that it is in acres.
const guessAcres = (header: string) => ({
  ...callReader(acres, header),
  caveat: 'it reads as acres, not as square feet',
})

export const keyPattern = definePattern(
  'apn parcel parcelnumber parcelid parcelno parcelnum parid parno pid pin propid propertyid folio strap accountnumber',
  forHeader(text),
)

/**
 * Patterns for property columns; those of sales rolls are in `salePatterns`. Names have no blanks, case or
 * punctuation.
 */
export const columnPatterns: Partial<Record<keyof RollColumns, ColumnPattern>> = {
  situsAddress: definePattern(
    `address situs situsaddress siteaddr siteaddress situsaddr propertyaddress propaddress location locationaddress
     propertylocation physicaladdress phyaddr1 streetaddress fulladdress`,
    forHeader(street),
  ),
  situsUnit: definePattern('unit situsunit unitnumber unitno apt aptno siteunit', forHeader(text)),
  situsCity: definePattern('city situscity sitecity propertycity propcity phycity municipality town', forHeader(text)),
  situsZip: definePattern('zip zipcode situszip sitezip propertyzip propzip phyzipcd postalcode', forHeader(zip5)),
  lat: definePattern('lat latitude ycoord y', forHeader(latitude)),
  lng: definePattern('lng lon long longitude xcoord x', forHeader(longitude)),
  mailingAddress: definePattern(
    `mailingaddress mailaddress mailaddr mailingstreet mailaddr1 mailingaddress1 mailadd1 ownaddr ownaddr1 owneraddr
     ownaddress owneraddress owneraddress1 owneraddr1`,
    forHeader(mailingStreet),
  ),
  mailingCity: definePattern('mailingcity mailcity owncity ownercity', forHeader(text)),
  mailingState: definePattern('mailingstate mailstate mailst ownstate ownerstate statecode', forHeader(usState)),
  mailingZip: definePattern('mailingzip mailzip mailingzipcode ownzip ownzipcd ownerzip mailzipcode', forHeader(zip)),
  mailingCountry: definePattern('mailingcountry mailcountry ownco owncountry ownercountry', forHeader(country)),
  useCode: definePattern(
    'usecode landusecode propertyclass propertyclasscode classcode propclass doruc luc categorycode zoningcode',
    forHeader(text),
  ),
  useDescription: definePattern(
    `usedescription landuse landusedescription usedesc propertyuse proptype propertytype categorycodedescription
     classdesc`,
    forHeader(text),
  ),
  bedrooms: definePattern('bedrooms beds bedroom numberofbedrooms numbedrooms bedcount', forHeader(count, 200)),
  bathrooms: definePattern(
    'bathrooms baths numberofbathrooms bathstotal totalbaths bathroom numbaths fullbath fullbaths',
    forHeader(quantity, 200),
  ),
  livingAreaSqft: definePattern(
    `livingareasqft livingarea sqft totallivablearea resarea finishedarea totlvgarea heatedarea buildingsqft bldgarea
     gla`,
    forHeader(area),
  ),
  lotSqft: definePattern('lotsqft lotsize lotarea totalarea landsqft lndsqfoot landarea', forHeader(area), guessAcres),
  yearBuilt: definePattern('yearbuilt yrbuilt builtyear actyrblt yrblt effyrblt', forHeader(year)),
  units: definePattern('units numberofunits numunits noresunts unitcount dwellingunits', forHeader(count, 5_000)),
  stories: definePattern('stories numberstories numstories storyheight noofstories floors', forHeader(quantity, 120)),
  assessedValue: definePattern(
    'assessedvalue assdvalue totalassessment assessedtotal taxablevalue totalassessed av',
    forHeader(money),
  ),
  marketValue: definePattern(
    'marketvalue totalvalue totalval justvalue jv appraisedvalue totalappraisal fullvalue totalmarketvalue',
    forHeader(money),
  ),
  estimatedValue: definePattern('estimatedvalue', forHeader(money)),
  valueRecordedOn: definePattern('valuedate assessmentdate valuationdate', ...days),
  saleRecordedOn: definePattern('recordingdate recordeddate lastsalerecordeddate', ...days),
  previousSaleDate: definePattern('previoussaledate priorsaledate', ...days),
  previousSalePrice: definePattern('previoussaleprice priorsaleprice', forHeader(salePrice)),
  isVacant: definePattern('vacant isvacant', forHeader(yesNo)),
}

export const acrePattern = definePattern('acres acreage lotacres landacres gisacres', forHeader(acres))

export const ownerHeaders =
  /^(?:owners?|ownernames?|own|ownname)(?:\d|one|two|first|second|full)?$|^owner\d?name\d?$|^grantee$/

/** Patterns for a sale: a row of a sales roll, or a property's last sale. */
export const salePatterns = {
  recordedOn: definePattern(
    'saledate lastsaledate lsdate dateofsale saledt deeddate transferdate recordingdate recordeddate solddate',
    ...days,
  ),
  price: definePattern(
    'saleprice lastsaleprice lsprice salesprice saleamount saleprc saleprc1 salesamount consideration transferprice',
    forHeader(salePrice),
  ),
  cashPurchase: definePattern('cashpurchase lastsalecash', forHeader(yesNo)),
  loanAmount: definePattern('loanamount mortgageamount', forHeader(money)),
  lender: definePattern('lender lendername mortgagecompany', forHeader(text)),
  document: definePattern(
    'document documentnumber docnumber instrument instrumentnumber clerkno legalreference deedbookpage lsbook',
    forHeader(text),
  ),
} satisfies Partial<Record<keyof SaleColumns, ColumnPattern>>

export const saleMonthNames = { year: ['saleyr', 'saleyear', 'saleyr1'], month: ['salemo', 'salemonth', 'salemo1'] }
export const bathNames = { full: ['fullbath', 'fullbaths', 'bathsfull'], half: ['halfbath', 'halfbaths', 'bathshalf'] }
export const buyerNames = ['buyer', 'buyername', 'grantee', 'granteename']
export const sellerNames = ['seller', 'sellername', 'grantor', 'grantorname']

export const useHeaders = /^use|landuse|propertyuse|proptype|propertytype|class|categor|buildingcode/

export const saleQualificationHeaders = /^qual(?!ity)|sale(s)?qual|salevalid|validity|armslength|verifiedsale/

/** Hints for columns without a reader, because their values are specific to the county. */
export const headerHints: readonly (readonly [says: RegExp, hint: string])[] = [
  [
    saleQualificationHeaders,
    'if it says which sales are at arm’s length: armsLength: oneOf(…, { THEIRS: true }), as in broward-fl-sales.ts',
  ],
  [/deed|instr(ument)?type/, 'if it says the kind of deed: deedType: wordFor(…, { THEIRS: OURS })'],
  [/signal|delinq|foreclos|lispend/, 'if it says distress: signals'],
  [/loan|mortgage|lender/, 'if it says an open loan: mortgages: openLoans(…)'],
  [
    /zoning|^use|landuse|propertyuse|proptype|propertytype|class|categor|buildingcode/,
    'if it says what stands there: use: useCode(…) or useWords(…), a crosswalk',
  ],
  [/fips|county/, 'if rows are of several counties: countyFips: county(…)'],
]
