import type { UserStatistics } from '@dooryard/contract/user-statistics'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Skeleton } from '@mantine/core'
import { formatNumber, titleCase } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { FiguresTable } from '../../ui/table/figures-table.tsx'
import classes from './statistics.module.css'

type Orders = UserStatistics['orders']

function ByStatus({ placed, byStatus }: Orders) {
  if (placed === 0) return <p className={classes.none}>No orders were placed in the period.</p>
  return (
    <dl className={classes.shares}>
      {byStatus.map(({ status, count }) => (
        <div key={status}>
          <dt>{titleCase(status)}</dt>
          <dd>{formatNumber(count)}</dd>
          <dd className={classes.bar} aria-hidden="true">
            <span data-status={status} style={{ width: `${(count / placed) * 100}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ByType({ byType }: Orders) {
  return (
    <FiguresTable label="Orders by type" headers={['Campaign type', 'Orders', 'Leads']}>
      {byType.map(({ campaignType, orders, leads }) => (
        <tr key={campaignType}>
          <th scope="row">{campaignTypes.label(campaignType)}</th>
          <td>{formatNumber(orders)}</td>
          <td>{formatNumber(leads)}</td>
        </tr>
      ))}
    </FiguresTable>
  )
}

/** What has become of the orders, and of which types they were. */
export function Breakdown({ orders }: { orders: Orders | undefined }) {
  const bones = <Skeleton height={150} radius="md" />
  return (
    <>
      <Panel title="Orders by status">{orders ? <ByStatus {...orders} /> : bones}</Panel>
      <Panel title="Orders by type">{orders ? <ByType {...orders} /> : bones}</Panel>
    </>
  )
}
