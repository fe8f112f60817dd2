import type { Campaign } from '@dooryard/contract/campaigns'
import type { Criteria } from '@dooryard/contract/criteria'
import { Link } from '@tanstack/react-router'
import { useCountyName } from '../../criteria/county-name.data.ts'
import { criteriaInOneLine } from '../../criteria/words.ts'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'

const column = columnsOf<Campaign>()

function Audience({ criteria }: { criteria: Criteria }) {
  const countyName = useCountyName(criteria.location?.counties)
  const words = criteriaInOneLine(criteria, countyName)
  return (
    <span title={words}>
      <TwoLines width={380} first={words} />
    </span>
  )
}

export const campaignColumns = column.columns([
  column.accessor('name', {
    header: 'Campaign',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <Link to="/portal/campaigns/$campaignId" params={{ campaignId: original.id }} data-row-link>
        {original.name}
      </Link>
    ),
  }),
  column.accessor('campaignType', { header: 'Type', cell: ({ getValue }) => titleCase(getValue()) }),
  column.accessor('criteria', {
    header: 'Audience',
    meta: { card: 'none' },
    cell: ({ getValue }) => <Audience criteria={getValue()} />,
  }),
  column.accessor('orderCount', {
    header: 'Orders',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('leadsDelivered', {
    header: 'Leads delivered',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
])
