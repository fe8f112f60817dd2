import type { PropertyRow } from '@dooryard/contract/properties'
import { assetClasses, assetSubGroups, occupancies } from '@dooryard/contract/vocabularies'
import { Link } from '@tanstack/react-router'
import { streetLine, townLine } from '../../lib/address.ts'
import { formatDollars, formatNumber, readable, unknown } from '../../lib/format.ts'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { saleDay } from './sale-words.ts'

const column = columnsOf<PropertyRow>()

export const kindOf = ({ assetSubGroup, assetClass }: Pick<PropertyRow, 'assetSubGroup' | 'assetClass'>) =>
  assetSubGroup ? assetSubGroups.label(assetSubGroup) : assetClass ? assetClasses.label(assetClass) : unknown

export const propertyColumns = column.columns([
  column.accessor('address', {
    header: 'Address',
    enableSorting: true,
    meta: { card: 'title', share: 30 },
    cell: ({ row: { original } }) => (
      <TwoLines
        first={
          <Link
            from="/portal/lead-finder"
            to="."
            search={(old) => ({ ...old, property: original.propertyId })}
            resetScroll={false}
            data-row-link
          >
            {streetLine(original)}
          </Link>
        }
        second={townLine(original)}
      />
    ),
  }),
  column.accessor('ownerName', {
    header: 'Owner',
    enableSorting: true,
    meta: { share: 24 },
    cell: ({ row: { original } }) => (
      <TwoLines first={readable(original.ownerName)} second={occupancies.label(original.occupancy)} />
    ),
  }),
  column.display({
    id: 'kind',
    header: 'Kind',
    cell: ({ row: { original } }) => <TwoLines width={112} first={kindOf(original)} />,
  }),
  column.accessor('livingAreaSqft', {
    header: 'Sq ft',
    enableSorting: true,
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('yearBuilt', {
    header: 'Built',
    enableSorting: true,
    meta: { align: 'right' },
    cell: ({ getValue }) => getValue() ?? unknown,
  }),
  column.accessor('estimatedValue', {
    header: 'Est. value',
    enableSorting: true,
    meta: { align: 'right' },
    cell: ({ getValue }) => formatDollars(getValue()),
  }),
  column.accessor('lastSaleDate', {
    header: 'Last sale',
    enableSorting: true,
    meta: { align: 'right' },
    cell: ({ row: { original } }) => (
      <TwoLines
        first={saleDay(original.lastSaleDate, original.isLastSaleMonthOnly)}
        second={original.lastSalePrice === null ? undefined : formatDollars(original.lastSalePrice)}
      />
    ),
  }),
])
