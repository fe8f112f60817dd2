import type { PropertyRow } from '@dooryard/contract/properties'
import { assetClasses, assetSubGroups, occupancies, ownerTypes, signals } from '@dooryard/contract/vocabularies'
import type { ReactNode } from 'react'
import { deedDay } from '../../../criteria/deeds/deed-labels.ts'
import { townLine } from '../../../lib/address.ts'
import { formatDollars, formatNumber, readable, unknown } from '../../../lib/format.ts'
import { TwoLines } from '../../../ui/display/facts.tsx'
import type { PropertySort } from '../finder-state.ts'
import { PropertyLink } from './property-link.tsx'

export type RowColumn = {
  key: string
  label: string
  /** The least room it takes in pixels, and its share of what is left. */
  width: number
  grow?: number
  align?: 'right'
  sort?: PropertySort
  cell: (row: PropertyRow) => ReactNode
}

export const formatKind = ({ assetSubGroup, assetClass }: Pick<PropertyRow, 'assetSubGroup' | 'assetClass'>) =>
  assetSubGroup ? assetSubGroups.label(assetSubGroup) : assetClass ? assetClasses.label(assetClass) : unknown

export const formatSignals = (row: PropertyRow) => row.signals.map((signal) => signals.label(signal)).join(', ')

const formatText = (value: string | null) => (value === null ? unknown : readable(value))

type KeyOf<Value> = { [Key in keyof PropertyRow]: PropertyRow[Key] extends Value ? Key : never }[keyof PropertyRow]

const numbers = (
  key: KeyOf<number | null>,
  label: string,
  width: number,
  format: (value: number | null) => ReactNode = formatNumber,
) => ({ key, label, width, align: 'right' as const, cell: (row: PropertyRow) => format(row[key]) })

const texts = (key: KeyOf<string | null>, label: string, width: number, format = formatText) => ({
  key,
  label,
  width,
  cell: (row: PropertyRow) => format(row[key]),
})

const codes = (key: KeyOf<string | null>, label: string, width: number) =>
  texts(key, label, width, (value) => value ?? unknown)

/** Everything that a row knows, as columns; the first in the order they are offered in. */
export const rowColumns: readonly RowColumn[] = [
  {
    key: 'address',
    label: 'Address',
    width: 196,
    grow: 3,
    sort: 'address',
    cell: (row) => <TwoLines first={<PropertyLink row={row} />} second={townLine(row)} />,
  },
  {
    key: 'ownerName',
    label: 'Owner',
    width: 156,
    grow: 2,
    sort: 'ownerName',
    cell: (row) => <TwoLines first={readable(row.ownerName)} second={occupancies.label(row.occupancy)} />,
  },
  { key: 'kind', label: 'Kind', width: 96, grow: 1, cell: formatKind },
  { ...numbers('livingAreaSqft', 'Sq ft', 72), sort: 'livingAreaSqft' },
  { ...numbers('yearBuilt', 'Built', 64, (year) => year ?? unknown), sort: 'yearBuilt' },
  { ...numbers('estimatedValue', 'Est. value', 96, formatDollars), sort: 'estimatedValue' },
  {
    key: 'lastSaleDate',
    label: 'Last sale',
    width: 104,
    align: 'right',
    sort: 'lastSaleDate',
    cell: (row) => (
      <TwoLines
        first={deedDay(row.lastSaleDate, row.isLastSaleMonthOnly)}
        second={row.lastSalePrice === null ? undefined : formatDollars(row.lastSalePrice)}
      />
    ),
  },
  { ...numbers('lastSalePrice', 'Sale price', 108, formatDollars), sort: 'lastSalePrice' },
  { key: 'signals', label: 'Signals', width: 120, grow: 2, cell: (row) => formatSignals(row) || unknown },
  numbers('bedrooms', 'Beds', 64),
  numbers('bathrooms', 'Baths', 68),
  {
    key: 'assetClass',
    label: 'Class',
    width: 116,
    cell: ({ assetClass }) => (assetClass ? assetClasses.label(assetClass) : unknown),
  },
  { key: 'ownerType', label: 'Owner type', width: 108, cell: ({ ownerType }) => ownerTypes.label(ownerType) },
  { key: 'occupancy', label: 'Occupancy', width: 164, cell: ({ occupancy }) => occupancies.label(occupancy) },
  { ...texts('mailingAddress', 'Mailing address', 180), grow: 1 },
  texts('mailingCity', 'Mailing city', 120),
  codes('mailingState', 'Mailing state', 104),
  codes('mailingZip', 'Mailing ZIP', 96),
  texts('unit', 'Unit', 72),
  texts('city', 'City', 120),
  codes('state', 'State', 64),
  codes('zip', 'ZIP', 72),
  codes('countyFips', 'County FIPS', 96),
  codes('apn', 'Parcel number', 140),
]

export const columnsByKey = new Map(rowColumns.map((column) => [column.key, column]))
