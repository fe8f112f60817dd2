import type { PropertyRow } from '@dooryard/contract/properties'
import { assetClasses, assetSubGroups, occupancies, ownerTypes, signals } from '@dooryard/contract/vocabularies'
import type { ReactNode } from 'react'
import { deedDay } from '../../criteria/deed-words.ts'
import { townLine } from '../../lib/address.ts'
import { formatDollars, formatNumber, readable, unknown } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import type { PropertySort } from './finder-state.ts'
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

export const kindOf = ({ assetSubGroup, assetClass }: Pick<PropertyRow, 'assetSubGroup' | 'assetClass'>) =>
  assetSubGroup ? assetSubGroups.label(assetSubGroup) : assetClass ? assetClasses.label(assetClass) : unknown

export const signalsInWords = (row: PropertyRow) => row.signals.map((signal) => signals.label(signal)).join(', ')

const text = (value: string | null) => (value === null ? unknown : readable(value))

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
  { key: 'kind', label: 'Kind', width: 96, grow: 1, cell: kindOf },
  {
    key: 'livingAreaSqft',
    label: 'Sq ft',
    width: 72,
    align: 'right',
    sort: 'livingAreaSqft',
    cell: ({ livingAreaSqft }) => formatNumber(livingAreaSqft),
  },
  {
    key: 'yearBuilt',
    label: 'Built',
    width: 64,
    align: 'right',
    sort: 'yearBuilt',
    cell: ({ yearBuilt }) => yearBuilt ?? unknown,
  },
  {
    key: 'estimatedValue',
    label: 'Est. value',
    width: 96,
    align: 'right',
    sort: 'estimatedValue',
    cell: ({ estimatedValue }) => formatDollars(estimatedValue),
  },
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
  {
    key: 'lastSalePrice',
    label: 'Sale price',
    width: 108,
    align: 'right',
    sort: 'lastSalePrice',
    cell: ({ lastSalePrice }) => formatDollars(lastSalePrice),
  },
  { key: 'signals', label: 'Signals', width: 120, grow: 2, cell: (row) => signalsInWords(row) || unknown },
  {
    key: 'bedrooms',
    label: 'Beds',
    width: 64,
    align: 'right',
    cell: ({ bedrooms }) => formatNumber(bedrooms),
  },
  {
    key: 'bathrooms',
    label: 'Baths',
    width: 68,
    align: 'right',
    cell: ({ bathrooms }) => formatNumber(bathrooms),
  },
  {
    key: 'assetClass',
    label: 'Class',
    width: 116,
    cell: ({ assetClass }) => (assetClass ? assetClasses.label(assetClass) : unknown),
  },
  { key: 'ownerType', label: 'Owner type', width: 108, cell: ({ ownerType }) => ownerTypes.label(ownerType) },
  { key: 'occupancy', label: 'Occupancy', width: 164, cell: ({ occupancy }) => occupancies.label(occupancy) },
  { key: 'mailingAddress', label: 'Mailing address', width: 180, grow: 1, cell: (row) => text(row.mailingAddress) },
  { key: 'mailingCity', label: 'Mailing city', width: 120, cell: (row) => text(row.mailingCity) },
  { key: 'mailingState', label: 'Mailing state', width: 104, cell: (row) => row.mailingState ?? unknown },
  { key: 'mailingZip', label: 'Mailing ZIP', width: 96, cell: (row) => row.mailingZip ?? unknown },
  { key: 'unit', label: 'Unit', width: 72, cell: (row) => text(row.unit) },
  { key: 'city', label: 'City', width: 120, cell: (row) => text(row.city) },
  { key: 'state', label: 'State', width: 64, cell: (row) => row.state },
  { key: 'zip', label: 'ZIP', width: 72, cell: (row) => row.zip ?? unknown },
  { key: 'countyFips', label: 'County FIPS', width: 96, cell: (row) => row.countyFips },
  { key: 'apn', label: 'Parcel number', width: 140, cell: (row) => row.apn },
]

export const columnKeys = rowColumns.map(({ key }) => key)

const byKey = new Map(rowColumns.map((column) => [column.key, column]))

/** The columns of these keys, in their order. */
export const columnsOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? [])
