import { assetClasses, occupancies, ownerTypes, signals } from '@dooryard/contract/api/enums'
import type { PropertyRow } from '@dooryard/contract/properties/properties'
import type { ReactNode } from 'react'
import { formatDeedDay } from '../../../criteria/deeds/deed-labels.ts'
import { MaskedText, OwnerName } from '../../../criteria/owners/masked-text.tsx'
import { formatPropertyType } from '../../../entities/property/property-type.ts'
import { formatCityLine } from '../../../lib/format/address.ts'
import { emptyValue, formatDollars, formatNumber, formatYesNo, toReadableCase } from '../../../lib/format/format.ts'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import type { PropertySort } from '../finder-state.ts'
import { PropertyLink } from './property-link.tsx'

export type RowColumn = {
  key: string
  label: string
  isLabelHidden?: boolean
  /** Minimum width in pixels, and share of the remaining width. */
  width: number
  grow?: number
  align?: 'right'
  sort?: PropertySort
  /** Its controls may reach over the columns before it. */
  isOverflowing?: boolean
  /** `isReachable`: whether Tab reaches the controls of the row, which is the one at the keyboard cursor. */
  cell: (row: PropertyRow, isReachable: boolean) => ReactNode
}

export const formatSignals = (row: PropertyRow) => row.signals.map((signal) => signals.label(signal)).join(', ')

/** The first signal, and the second one or how many more there are; a tooltip names all of them. */
function SignalsCell({ row }: { row: PropertyRow }) {
  const [first, second, ...more] = row.signals.map((signal) => signals.label(signal))
  if (first === undefined) return emptyValue
  const rest = more.length > 0 ? `+${more.length + 1} more` : second
  return (
    <div data-hint={more.length > 0 ? formatSignals(row) : undefined}>
      <TextWithDescription first={first} second={rest} />
      {more.length > 0 && <span className="visually-hidden">{formatSignals(row)}</span>}
    </div>
  )
}

/** Whole years since the last sale; as the filter, from today. */
function formatYearsOwned({ lastSaleDate }: PropertyRow): ReactNode {
  if (lastSaleDate === null) return emptyValue
  const [now, sold] = [new Date().toISOString().slice(0, 10), lastSaleDate]
  const years = Number(now.slice(0, 4)) - Number(sold.slice(0, 4))
  return Math.max(0, now.slice(5) < sold.slice(5) ? years - 1 : years)
}

const formatText = (value: string | null) => (value === null ? emptyValue : toReadableCase(value))

type KeyWithValue<Value> = {
  [Key in keyof PropertyRow]: PropertyRow[Key] extends Value ? Key : never
}[keyof PropertyRow]

const numberColumn = (
  key: KeyWithValue<number | null>,
  label: string,
  width: number,
  format: (value: number | null) => ReactNode = formatNumber,
) => ({ key, label, width, align: 'right' as const, cell: (row: PropertyRow) => format(row[key]) })

const textColumn = (key: KeyWithValue<string | null>, label: string, width: number, format = formatText) => ({
  key,
  label,
  width,
  cell: (row: PropertyRow) => format(row[key]),
})

const codeColumn = (key: KeyWithValue<string | null>, label: string, width: number) =>
  textColumn(key, label, width, (value) => value ?? emptyValue)

/** A column that is hidden with the owner. */
const maskedColumn = (key: 'mailingAddress' | 'mailingZip', label: string, width: number) => ({
  key,
  label,
  width,
  cell: (row: PropertyRow) => {
    const text = row[key]
    return row.isOwnerMasked && text !== null ? <MaskedText what={label} text={text} /> : formatText(text)
  },
})

/** All available columns, in the order they are offered. */
export const rowColumns: readonly RowColumn[] = [
  {
    key: 'address',
    label: 'Address',
    width: 160,
    grow: 3,
    sort: 'address',
    cell: (row) => <TextWithDescription first={<PropertyLink row={row} />} second={formatCityLine(row)} />,
  },
  {
    key: 'ownerName',
    label: 'Owner',
    width: 146,
    grow: 2,
    sort: 'ownerName',
    cell: (row) => <TextWithDescription first={<OwnerName row={row} />} second={occupancies.label(row.occupancy)} />,
  },
  { key: 'kind', label: 'Property type', width: 104, grow: 1, cell: formatPropertyType },
  { ...numberColumn('livingAreaSqft', 'Sq ft', 72), sort: 'livingAreaSqft' },
  { ...numberColumn('yearBuilt', 'Built', 54, (year) => year ?? emptyValue), sort: 'yearBuilt' },
  { ...numberColumn('estimatedValue', 'Est. value', 96, formatDollars), sort: 'estimatedValue' },
  {
    key: 'lastSaleDate',
    label: 'Last sale',
    width: 112,
    align: 'right',
    sort: 'lastSaleDate',
    cell: (row) => (
      <TextWithDescription
        first={formatDeedDay(row.lastSaleDate, row.isLastSaleMonthOnly)}
        second={row.lastSalePrice === null ? undefined : formatDollars(row.lastSalePrice)}
      />
    ),
  },
  { ...numberColumn('lastSalePrice', 'Sale price', 108, formatDollars), sort: 'lastSalePrice' },
  { key: 'signals', label: 'Lead indicators', width: 126, grow: 2, cell: (row) => <SignalsCell row={row} /> },
  numberColumn('equityAmount', 'Equity', 96, formatDollars),
  numberColumn('ltvPercent', 'LTV', 64, (percent) => (percent === null ? emptyValue : `${formatNumber(percent)}%`)),
  { key: 'yearsOwned', label: 'Years owned', width: 92, align: 'right', cell: formatYearsOwned },
  { key: 'hasPhone', label: 'Has phone', width: 88, cell: ({ hasPhone }) => (hasPhone ? 'Yes' : 'No') },
  numberColumn('bedrooms', 'Beds', 64),
  numberColumn('bathrooms', 'Baths', 68),
  {
    key: 'assetClass',
    label: 'Class',
    width: 116,
    cell: ({ assetClass }) => (assetClass ? assetClasses.label(assetClass) : emptyValue),
  },
  { key: 'ownerType', label: 'Owner type', width: 108, cell: ({ ownerType }) => ownerTypes.label(ownerType) },
  { key: 'occupancy', label: 'Occupancy', width: 164, cell: ({ occupancy }) => occupancies.label(occupancy) },
  { ...maskedColumn('mailingAddress', 'Mailing address', 180), grow: 1 },
  textColumn('mailingCity', 'Mailing city', 120),
  codeColumn('mailingState', 'Mailing state', 104),
  maskedColumn('mailingZip', 'Mailing ZIP', 96),
  textColumn('unit', 'Unit', 72),
  textColumn('city', 'City', 120),
  codeColumn('state', 'State', 64),
  codeColumn('zip', 'ZIP', 72),
  codeColumn('countyFips', 'County FIPS', 96),
  codeColumn('apn', 'Parcel number', 140),
  { ...numberColumn('landValue', 'Land value', 98, formatDollars), sort: 'landValue' },
  { ...numberColumn('improvementValue', 'Improvements', 118, formatDollars), sort: 'improvementValue' },
  { ...numberColumn('taxAmount', 'Tax', 84, formatDollars), sort: 'taxAmount' },
  numberColumn('taxYear', 'Tax year', 80, (year) => year ?? emptyValue),
  { ...numberColumn('effectiveYear', 'Effective year', 116, (year) => year ?? emptyValue), sort: 'effectiveYear' },
  textColumn('construction', 'Construction', 124),
  textColumn('condition', 'Condition', 96),
  codeColumn('zoning', 'Zoning', 84),
  textColumn('subdivision', 'Subdivision', 160),
  { key: 'isHomestead', label: 'Homestead', width: 96, cell: ({ isHomestead }) => formatYesNo(isHomestead) },
]

export const columnsByKey = new Map(rowColumns.map((column) => [column.key, column]))
