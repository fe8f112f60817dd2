import { country, mailingStreet, street, usState, zip, zip5 } from '../address-readers.ts'
import { anyDay, date } from '../dates.ts'
import { acres, area, count, latitude, longitude, money, quantity, salePrice, text, year, yesNo } from '../readers.ts'
import type { RollColumns, SaleColumns } from '../roll.ts'
import { by, type Call, call } from './calls.ts'

/** Names that agencies give a column of ours, and the readers that may serve, the likeliest first. */
export type ColumnWords = { names: readonly string[]; readers: readonly ((header: string) => Call)[] }

const words = (names: string, ...readers: ColumnWords['readers']): ColumnWords => ({
  names: names.trim().split(/\s+/),
  readers,
})

const days = [
  ...anyDay.map((as) => (as === 'YYYY-MM-DD' ? by(date) : by(date, { as, unknown: ['0'] }))),
  (header: string) => ({
    ...call(date, header, { wrapped: true }),
    caveat: 'days to come are taken for those of a hundred years before',
  }),
]

// The column does not say that it is in acres.
const likelyAcres = (header: string) => ({
  ...call(acres, header),
  caveat: 'it reads as acres, not as square feet',
})

export const keyWords = words(
  'apn parcel parcelnumber parcelid parcelno parcelnum parid parno pid pin propid propertyid folio strap accountnumber',
  by(text),
)

/** A plain last sale: those of a roll of sales are among the words for a sale. Names have no blanks, case or signs. */
export const columnWords: Partial<Record<keyof RollColumns, ColumnWords>> = {
  situsAddress: words(
    `address situs situsaddress siteaddr siteaddress situsaddr propertyaddress propaddress location locationaddress
     propertylocation physicaladdress phyaddr1 streetaddress fulladdress`,
    by(street),
  ),
  situsUnit: words('unit situsunit unitnumber unitno apt aptno siteunit', by(text)),
  situsCity: words('city situscity sitecity propertycity propcity phycity municipality town', by(text)),
  situsZip: words('zip zipcode situszip sitezip propertyzip propzip phyzipcd postalcode', by(zip5)),
  lat: words('lat latitude ycoord y', by(latitude)),
  lng: words('lng lon long longitude xcoord x', by(longitude)),
  mailingAddress: words(
    `mailingaddress mailaddress mailaddr mailingstreet mailaddr1 mailingaddress1 mailadd1 ownaddr ownaddr1 owneraddr
     ownaddress owneraddress owneraddress1 owneraddr1`,
    by(mailingStreet),
  ),
  mailingCity: words('mailingcity mailcity owncity ownercity', by(text)),
  mailingState: words('mailingstate mailstate mailst ownstate ownerstate statecode', by(usState)),
  mailingZip: words('mailingzip mailzip mailingzipcode ownzip ownzipcd ownerzip mailzipcode', by(zip)),
  mailingCountry: words('mailingcountry mailcountry ownco owncountry ownercountry', by(country)),
  useCode: words(
    'usecode landusecode propertyclass propertyclasscode classcode propclass doruc luc categorycode zoningcode',
    by(text),
  ),
  useDescription: words(
    `usedescription landuse landusedescription usedesc propertyuse proptype propertytype categorycodedescription
     classdesc`,
    by(text),
  ),
  bedrooms: words('bedrooms beds bedroom numberofbedrooms numbedrooms bedcount', by(count, 200)),
  bathrooms: words(
    'bathrooms baths numberofbathrooms bathstotal totalbaths bathroom numbaths fullbath fullbaths',
    by(quantity, 200),
  ),
  livingAreaSqft: words(
    `livingareasqft livingarea sqft totallivablearea resarea finishedarea totlvgarea heatedarea buildingsqft bldgarea
     gla`,
    by(area),
  ),
  lotSqft: words('lotsqft lotsize lotarea totalarea landsqft lndsqfoot landarea', by(area), likelyAcres),
  yearBuilt: words('yearbuilt yrbuilt builtyear actyrblt yrblt effyrblt', by(year)),
  units: words('units numberofunits numunits noresunts unitcount dwellingunits', by(count, 5_000)),
  stories: words('stories numberstories numstories storyheight noofstories floors', by(quantity, 120)),
  assessedValue: words(
    'assessedvalue assdvalue totalassessment assessedtotal taxablevalue totalassessed av',
    by(money),
  ),
  marketValue: words(
    'marketvalue totalvalue totalval justvalue jv appraisedvalue totalappraisal fullvalue totalmarketvalue',
    by(money),
  ),
  estimatedValue: words('estimatedvalue', by(money)),
  valueRecordedOn: words('valuedate assessmentdate valuationdate', ...days),
  saleRecordedOn: words('recordingdate recordeddate lastsalerecordeddate', ...days),
  previousSaleDate: words('previoussaledate priorsaledate', ...days),
  previousSalePrice: words('previoussaleprice priorsaleprice', by(salePrice)),
  isVacant: words('vacant isvacant', by(yesNo)),
}

export const acreWords = words('acres acreage lotacres landacres gisacres', by(acres))

export const ownerNames =
  /^(?:owners?|ownernames?|own|ownname)(?:\d|one|two|first|second|full)?$|^owner\d?name\d?$|^grantee$/

/** The words for a sale: of one that stands in a row of a roll of sales, or of a property's last. */
export const saleWords = {
  recordedOn: words(
    'saledate lastsaledate lsdate dateofsale saledt deeddate transferdate recordingdate recordeddate solddate',
    ...days,
  ),
  price: words(
    'saleprice lastsaleprice lsprice salesprice saleamount saleprc saleprc1 salesamount consideration transferprice',
    by(salePrice),
  ),
  cashPurchase: words('cashpurchase lastsalecash', by(yesNo)),
  loanAmount: words('loanamount mortgageamount', by(money)),
  lender: words('lender lendername mortgagecompany', by(text)),
  document: words(
    'document documentnumber docnumber instrument instrumentnumber clerkno legalreference deedbookpage lsbook',
    by(text),
  ),
} satisfies Partial<Record<keyof SaleColumns, ColumnWords>>

export const saleMonthNames = { year: ['saleyr', 'saleyear', 'saleyr1'], month: ['salemo', 'salemonth', 'salemo1'] }
export const bathNames = { full: ['fullbath', 'fullbaths', 'bathsfull'], half: ['halfbath', 'halfbaths', 'bathshalf'] }
export const buyerNames = ['buyer', 'buyername', 'grantee', 'granteename']
export const sellerNames = ['seller', 'sellername', 'grantor', 'grantorname']

export const saysUse = /^use|landuse|propertyuse|proptype|propertytype|class|categor|buildingcode/

export const qualifiesSales = /^qual(?!ity)|sale(s)?qual|salevalid|validity|armslength|verifiedsale/

/** What a column is likely to be that no reader can be chosen for, because its words are the county's own. */
export const hints: readonly (readonly [says: RegExp, hint: string])[] = [
  [
    qualifiesSales,
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
