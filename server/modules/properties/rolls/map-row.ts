import type { PropertyFacts, RollRow, SaleFacts } from '../intake/property-facts.ts'
import { type Cells, implausible, type Read, type Reader } from '../mapping/reader.ts'
import type { RollColumns, RollSource, SaleColumns } from '../mapping/roll.ts'
import { countUnplacedUse, type Tally } from './roll-report.ts'

// Far beyond what any county gives its parcels.
const longestParcelNumber = 64
const tooLong = `Its parcel number is longer than ${longestParcelNumber} characters.`

/** Gives the reason where there is nothing in the row. */
export type RowMapper = () => RollRow | string

/** Each reader is given cells of its own: one that needs a single column is spared the search for its name. */
export function rowMapper(
  source: RollSource,
  today: string,
  tally: Tally,
  cellsFor: (needs: readonly string[]) => Cells,
): RowMapper {
  const bound = <T>({ needs, read }: Reader<T>) => {
    const cells = cellsFor(needs)
    return () => read(cells, today)
  }
  const propertyOf = source.columns && propertyReader(countedReaders(source.columns, bound, tally, ''))
  const saleOf = source.sale && saleReader(countedReaders(source.sale, bound, tally, 'sale.'))
  const county = source.countyFips
  const readKey = bound(source.key)
  const readCounty = typeof county === 'string' ? () => county : bound(county)
  return () => {
    const apn = readKey()
    if (apn === null) return 'It has no parcel number.'
    if (apn === implausible || apn.length > longestParcelNumber) return tooLong
    const countyFips = readCounty()
    if (countyFips === null) return 'It names no county.'
    if (countyFips === implausible) return 'It names a county that is not of this roll, or none that there is.'
    const property = propertyOf ? propertyOf(apn, countyFips) : null
    const sale = saleOf ? saleOf() : null
    if (!property && !sale) return 'It says no day of a sale.'
    noteDays(tally, property, sale)
    if (property && source.columns?.use) noteUse(tally, property)
    return { apn, countyFips, property, sale }
  }
}

type CountedReaders<Columns> = <Name extends keyof Columns & string>(
  name: Name,
) => () => NonNullable<Columns[Name]> | null

function countedReaders<Columns>(
  readers: { [Name in keyof Columns]?: Reader<NonNullable<Columns[Name]>> },
  bound: <T>(reader: Reader<T>) => () => Read<T>,
  tally: Tally,
  prefix: string,
): CountedReaders<Columns> {
  return (name) => {
    const reader = readers[name]
    const counts = tally.columns.get(prefix + name)
    if (!reader || !counts) return () => null
    const read = bound(reader)
    return () => {
      const value = read()
      if (value === null) counts.unknown += 1
      else if (value === implausible) counts.implausible += 1
      else counts.filled += 1
      return value === implausible ? null : value
    }
  }
}

const noneSaid: never[] = []

/** Each place is filled by a reader of its own, so that what reads rows is compiled for the columns of the roll. */
function propertyReader(reader: CountedReaders<RollColumns>) {
  const situsAddress = reader('situsAddress')
  const situsUnit = reader('situsUnit')
  const situsCity = reader('situsCity')
  const situsZip = reader('situsZip')
  const lat = reader('lat')
  const lng = reader('lng')
  const ownerNames = reader('ownerNames')
  const mailingAddress = reader('mailingAddress')
  const mailingCity = reader('mailingCity')
  const mailingState = reader('mailingState')
  const mailingZip = reader('mailingZip')
  const mailingCountry = reader('mailingCountry')
  const useCode = reader('useCode')
  const useDescription = reader('useDescription')
  const use = reader('use')
  const bedrooms = reader('bedrooms')
  const bathrooms = reader('bathrooms')
  const livingAreaSqft = reader('livingAreaSqft')
  const lotSqft = reader('lotSqft')
  const yearBuilt = reader('yearBuilt')
  const units = reader('units')
  const stories = reader('stories')
  const assessedValue = reader('assessedValue')
  const marketValue = reader('marketValue')
  const estimatedValue = reader('estimatedValue')
  const lastSaleDate = reader('lastSaleDate')
  const lastSalePrice = reader('lastSalePrice')
  const lastSaleDeedType = reader('lastSaleDeedType')
  const cashPurchase = reader('cashPurchase')
  const armsLength = reader('armsLength')
  const previousSaleDate = reader('previousSaleDate')
  const previousSalePrice = reader('previousSalePrice')
  const valueRecordedOn = reader('valueRecordedOn')
  const saleRecordedOn = reader('saleRecordedOn')
  const mortgages = reader('mortgages')
  const signals = reader('signals')
  const isVacant = reader('isVacant')
  return (apn: string, countyFips: string): PropertyFacts => ({
    apn,
    countyFips,
    situsAddress: situsAddress(),
    situsUnit: situsUnit(),
    situsCity: situsCity(),
    situsZip: situsZip(),
    lat: lat(),
    lng: lng(),
    ownerNames: ownerNames(),
    mailingAddress: mailingAddress(),
    mailingCity: mailingCity(),
    mailingState: mailingState(),
    mailingZip: mailingZip(),
    mailingCountry: mailingCountry(),
    useCode: useCode(),
    useDescription: useDescription(),
    use: use(),
    bedrooms: bedrooms(),
    bathrooms: bathrooms(),
    livingAreaSqft: livingAreaSqft(),
    lotSqft: lotSqft(),
    yearBuilt: yearBuilt(),
    units: units(),
    stories: stories(),
    assessedValue: assessedValue(),
    marketValue: marketValue(),
    estimatedValue: estimatedValue(),
    lastSaleDate: lastSaleDate(),
    lastSalePrice: lastSalePrice(),
    lastSaleDeedType: lastSaleDeedType(),
    cashPurchase: cashPurchase(),
    armsLength: armsLength(),
    previousSaleDate: previousSaleDate(),
    previousSalePrice: previousSalePrice(),
    valueRecordedOn: valueRecordedOn(),
    saleRecordedOn: saleRecordedOn(),
    mortgages: mortgages(),
    signals: signals() ?? noneSaid,
    isVacant: isVacant() ?? false,
    // No roll says these: they follow.
    targetTypes: noneSaid,
  })
}

/** Null where no day of a sale is said. */
function saleReader(reader: CountedReaders<SaleColumns>) {
  const recordedOn = reader('recordedOn')
  const isMonthOnly = reader('isMonthOnly')
  const price = reader('price')
  const deedType = reader('deedType')
  const isDeedInferred = reader('isDeedInferred')
  const armsLength = reader('armsLength')
  const cashPurchase = reader('cashPurchase')
  const loanAmount = reader('loanAmount')
  const lender = reader('lender')
  const buyerNames = reader('buyerNames')
  const buyerMailingAddress = reader('buyerMailingAddress')
  const buyerMailingCity = reader('buyerMailingCity')
  const buyerMailingState = reader('buyerMailingState')
  const buyerMailingZip = reader('buyerMailingZip')
  const sellerNames = reader('sellerNames')
  const document = reader('document')
  const isMultiParcel = reader('isMultiParcel')
  return (): SaleFacts | null => {
    const facts = {
      recordedOn: recordedOn() ?? '',
      isMonthOnly: isMonthOnly() ?? false,
      price: price(),
      deedType: deedType(),
      isDeedInferred: isDeedInferred() ?? false,
      armsLength: armsLength(),
      cashPurchase: cashPurchase(),
      loanAmount: loanAmount(),
      lender: lender(),
      buyerNames: buyerNames(),
      buyerMailingAddress: buyerMailingAddress(),
      buyerMailingCity: buyerMailingCity(),
      buyerMailingState: buyerMailingState(),
      buyerMailingZip: buyerMailingZip(),
      sellerNames: sellerNames(),
      document: document(),
      isMultiParcel: isMultiParcel() ?? false,
    }
    return facts.recordedOn === '' ? null : facts
  }
}

/** A row that says a use, of which no class follows, is listed by its words. */
function noteUse(tally: Tally, { use, useCode, useDescription }: Partial<PropertyFacts>) {
  if (!use && (useCode || useDescription)) countUnplacedUse(tally, useCode ?? null, useDescription ?? null)
}

function noteDays({ days }: Tally, property: PropertyFacts | null, sale: SaleFacts | null) {
  let newest = sale?.recordedOn ?? ''
  if (property) {
    newest = later(newest, property.valueRecordedOn)
    newest = later(newest, property.saleRecordedOn)
    newest = later(newest, property.lastSaleDate)
  }
  if (newest) days.set(newest, (days.get(newest) ?? 0) + 1)
}

const later = (day: string, other: string | null) => (other !== null && other > day ? other : day)
