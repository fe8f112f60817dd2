import { type Cells, implausible, type Reader, type ReadResult } from '../../sources/mapping/reader.ts'
import type { RollColumns, RollSource, SaleColumns } from '../../sources/mapping/roll.ts'
import type { MappedRow, PropertyFacts, SaleFacts } from '../ingest/property-facts.ts'
import { countImplausible, countUnplacedUse, type Tally } from '../roll-report.ts'
import { leaveOutBeyondHouse } from './house-limits.ts'

// Far longer than any county's parcel numbers.
const maxParcelNumberLength = 64
const parcelNumberTooLong = `Its parcel number is longer than ${maxParcelNumberLength} characters.`

/** Returns the reason when the row cannot be mapped. */
export type RowMapper = () => MappedRow | string

/** Each reader has its own cell lookup: one that needs a single column skips the search by name. */
export function createRowMapper(
  source: RollSource,
  today: string,
  tally: Tally,
  cellsFor: (needs: readonly string[]) => Cells,
): RowMapper {
  const bindReader = <T>({ needs, read }: Reader<T>) => {
    const cells = cellsFor(needs)
    return () => read(cells, today)
  }
  const readCells = ({ needs }: Reader<unknown>) => needs.map(cellsFor(needs)).filter(Boolean).join(' ')
  const counting = { bindReader, readCells, tally }
  const readProperty = source.columns && createPropertyReader(createCountedReaders(source.columns, counting, ''))
  const readSale = source.sale && createSaleReader(createCountedReaders(source.sale, counting, 'sale.'))
  const county = source.countyFips
  const readKey = bindReader(source.key)
  const readCounty = typeof county === 'string' ? () => county : bindReader(county)
  return () => {
    const apn = readKey()
    if (apn === null) return 'It has no parcel number.'
    if (apn === implausible || apn.length > maxParcelNumberLength) return parcelNumberTooLong
    const countyFips = readCounty()
    if (countyFips === null) return 'It names no county.'
    if (countyFips === implausible) return 'Its county is unknown, or not one of this dataset.'
    const property = readProperty ? readProperty(apn, countyFips) : null
    const sale = readSale ? readSale() : null
    if (!property && !sale) return 'It has no sale date.'
    countNewestDay(tally, property, sale)
    if (property && source.columns?.use) {
      countUse(tally, property)
      leaveOutBeyondHouse(property, sale, tally)
    }
    return { apn, countyFips, property, sale }
  }
}

type CountedReaders<Columns> = <Name extends keyof Columns & string>(
  name: Name,
) => () => NonNullable<Columns[Name]> | null

type Counting = {
  bindReader: <T>(reader: Reader<T>) => () => ReadResult<T>
  /** The cells of the present row that a reader reads. */
  readCells: (reader: Reader<unknown>) => string
  tally: Tally
}

function createCountedReaders<Columns>(
  readers: { [Name in keyof Columns]?: Reader<NonNullable<Columns[Name]>> },
  { bindReader, readCells, tally }: Counting,
  prefix: string,
): CountedReaders<Columns> {
  return (name) => {
    const reader = readers[name]
    const counts = tally.columns.get(prefix + name)
    if (!reader || !counts) return () => null
    const read = bindReader(reader)
    return () => {
      const value = read()
      if (value === null) counts.unknown += 1
      else if (value === implausible) {
        counts.implausible += 1
        countImplausible(tally, prefix + name, readCells(reader))
      } else counts.filled += 1
      return value === implausible ? null : value
    }
  }
}

const emptyList: never[] = []

/** Each field has its own reader, so V8 compiles the row function for the roll's columns. */
function createPropertyReader(reader: CountedReaders<RollColumns>) {
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
  const isHomestead = reader('isHomestead')
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
  const effectiveYear = reader('effectiveYear')
  const construction = reader('construction')
  const condition = reader('condition')
  const zoning = reader('zoning')
  const subdivision = reader('subdivision')
  const legalDescription = reader('legalDescription')
  const assessedValue = reader('assessedValue')
  const marketValue = reader('marketValue')
  const estimatedValue = reader('estimatedValue')
  const landValue = reader('landValue')
  const improvementValue = reader('improvementValue')
  const valueYear = reader('valueYear')
  const taxAmount = reader('taxAmount')
  const taxYear = reader('taxYear')
  const lastSaleDate = reader('lastSaleDate')
  const lastSalePrice = reader('lastSalePrice')
  const lastSaleDeedType = reader('lastSaleDeedType')
  const lastSaleDocument = reader('lastSaleDocument')
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
    isHomestead: isHomestead(),
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
    effectiveYear: effectiveYear(),
    construction: construction(),
    condition: condition(),
    zoning: zoning(),
    subdivision: subdivision(),
    legalDescription: legalDescription(),
    assessedValue: assessedValue(),
    marketValue: marketValue(),
    estimatedValue: estimatedValue(),
    landValue: landValue(),
    improvementValue: improvementValue(),
    valueYear: valueYear(),
    taxAmount: taxAmount(),
    taxYear: taxYear(),
    lastSaleDate: lastSaleDate(),
    lastSalePrice: lastSalePrice(),
    lastSaleDeedType: lastSaleDeedType(),
    lastSaleDocument: lastSaleDocument(),
    cashPurchase: cashPurchase(),
    armsLength: armsLength(),
    previousSaleDate: previousSaleDate(),
    previousSalePrice: previousSalePrice(),
    valueRecordedOn: valueRecordedOn(),
    saleRecordedOn: saleRecordedOn(),
    mortgages: mortgages(),
    signals: signals() ?? emptyList,
    isVacant: isVacant() ?? false,
    // Derived later; rolls do not report them.
    targetTypes: emptyList,
  })
}

/** Null without a sale date. */
function createSaleReader(reader: CountedReaders<SaleColumns>) {
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

/** Counts a row's use when it maps to no class. */
function countUse(tally: Tally, { use, useCode, useDescription }: Partial<PropertyFacts>) {
  if (!use && (useCode || useDescription)) countUnplacedUse(tally, useCode ?? null, useDescription ?? null)
}

function countNewestDay({ days }: Tally, property: PropertyFacts | null, sale: SaleFacts | null) {
  let newest = sale?.recordedOn ?? ''
  if (property) {
    newest = getLaterDay(newest, property.valueRecordedOn)
    newest = getLaterDay(newest, property.saleRecordedOn)
    newest = getLaterDay(newest, property.lastSaleDate)
  }
  if (newest) days.set(newest, (days.get(newest) ?? 0) + 1)
}

const getLaterDay = (day: string, other: string | null) => (other !== null && other > day ? other : day)
