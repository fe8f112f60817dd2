import { anyDay } from '../dates.ts'
import type { RollColumns, SaleColumns } from '../roll.ts'
import * as as from './calls.ts'

/** Names that agencies give a column of ours, and the readers that may serve, the likeliest first. */
export type ColumnWords = { names: readonly string[]; readers: readonly ((header: string) => as.Call)[] }

const words = (names: string, ...readers: ColumnWords['readers']): ColumnWords => ({
  names: names.trim().split(/\s+/),
  readers,
})

const days = [...anyDay.map(as.dayOf), as.wrappedDayOf]

/** Names of the parcel's number in its county. */
export const keyWords = words(
  'apn parcel parcelnumber parcelid parcelno parcelnum parid parno pid pin propid propertyid folio strap accountnumber',
  as.textOf,
)

/** A plain last sale: those of a roll of sales are among the words for a sale. Names have no blanks, case or signs. */
export const columnWords: Partial<Record<keyof RollColumns, ColumnWords>> = {
  situsAddress: words(
    `address situs situsaddress siteaddr siteaddress situsaddr propertyaddress propaddress location locationaddress
     propertylocation physicaladdress phyaddr1 streetaddress fulladdress`,
    as.streetOf,
  ),
  situsUnit: words('unit situsunit unitnumber unitno apt aptno siteunit', as.textOf),
  situsCity: words('city situscity sitecity propertycity propcity phycity municipality town', as.textOf),
  situsZip: words('zip zipcode situszip sitezip propertyzip propzip phyzipcd postalcode', as.zip5Of),
  lat: words('lat latitude ycoord y', as.latitudeOf),
  lng: words('lng lon long longitude xcoord x', as.longitudeOf),
  mailingAddress: words(
    `mailingaddress mailaddress mailaddr mailingstreet mailaddr1 mailingaddress1 mailadd1 ownaddr ownaddr1 owneraddr
     ownaddress owneraddress owneraddress1 owneraddr1`,
    as.mailingStreetOf,
  ),
  mailingCity: words('mailingcity mailcity owncity ownercity', as.textOf),
  mailingState: words('mailingstate mailstate mailst ownstate ownerstate statecode', as.stateOf),
  mailingZip: words('mailingzip mailzip mailingzipcode ownzip ownzipcd ownerzip mailzipcode', as.zipOf),
  mailingCountry: words('mailingcountry mailcountry ownco owncountry ownercountry', as.countryOf),
  useCode: words(
    'usecode landusecode propertyclass propertyclasscode classcode propclass doruc luc categorycode zoningcode',
    as.textOf,
  ),
  useDescription: words(
    `usedescription landuse landusedescription usedesc propertyuse proptype propertytype categorycodedescription
     classdesc`,
    as.textOf,
  ),
  bedrooms: words('bedrooms beds bedroom numberofbedrooms numbedrooms bedcount', as.countOf(200)),
  bathrooms: words(
    'bathrooms baths numberofbathrooms bathstotal totalbaths bathroom numbaths fullbath fullbaths',
    as.quantityOf(200),
  ),
  livingAreaSqft: words(
    `livingareasqft livingarea sqft totallivablearea resarea finishedarea totlvgarea heatedarea buildingsqft bldgarea
     gla`,
    as.areaOf,
  ),
  lotSqft: words('lotsqft lotsize lotarea totalarea landsqft lndsqfoot landarea', as.areaOf, as.likelyAcresOf),
  yearBuilt: words('yearbuilt yrbuilt builtyear actyrblt yrblt effyrblt', as.yearOf),
  units: words('units numberofunits numunits noresunts unitcount dwellingunits', as.countOf(5_000)),
  stories: words('stories numberstories numstories storyheight noofstories floors', as.quantityOf(120)),
  assessedValue: words(
    'assessedvalue assdvalue totalassessment assessedtotal taxablevalue totalassessed av',
    as.moneyOf,
  ),
  marketValue: words(
    'marketvalue totalvalue totalval justvalue jv appraisedvalue totalappraisal fullvalue totalmarketvalue',
    as.moneyOf,
  ),
  estimatedValue: words('estimatedvalue', as.moneyOf),
  valueRecordedOn: words('valuedate assessmentdate valuationdate', ...days),
  saleRecordedOn: words('recordingdate recordeddate lastsalerecordeddate', ...days),
  previousSaleDate: words('previoussaledate priorsaledate', ...days),
  previousSalePrice: words('previoussaleprice priorsaleprice', as.priceOf),
  isVacant: words('vacant isvacant', as.yesNoOf),
}

/** Where a lot's size is in acres. */
export const acreWords = words('acres acreage lotacres landacres gisacres', as.acresOf)

/** Columns that hold the owners' names, one or several. */
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
    as.priceOf,
  ),
  cashPurchase: words('cashpurchase lastsalecash', as.yesNoOf),
  loanAmount: words('loanamount mortgageamount', as.moneyOf),
  lender: words('lender lendername mortgagecompany', as.textOf),
  document: words(
    'document documentnumber docnumber instrument instrumentnumber clerkno legalreference deedbookpage lsbook',
    as.textOf,
  ),
} satisfies Partial<Record<keyof SaleColumns, ColumnWords>>

/** Where a sale's year and month stand in two columns. */
export const saleMonthNames = { year: ['saleyr', 'saleyear', 'saleyr1'], month: ['salemo', 'salemonth', 'salemo1'] }
export const bathNames = { full: ['fullbath', 'fullbaths', 'bathsfull'], half: ['halfbath', 'halfbaths', 'bathshalf'] }
export const buyerNames = ['buyer', 'buyername', 'grantee', 'granteename']
export const sellerNames = ['seller', 'sellername', 'grantor', 'grantorname']

/** A column of uses that is not among the names above. */
export const saysUse = /^use|landuse|propertyuse|proptype|propertytype|class|categor|buildingcode/

/** A column that tells which sales the agency takes for sales at arm's length. */
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
