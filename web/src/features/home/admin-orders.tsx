import type { Overview } from '@dooryard/contract/overview'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDayAndTime, formatNumber, titleCase } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import classes from './admin.module.css'
import home from './home.module.css'
import { ListWaiting } from './newest.tsx'

type Orders = Overview['orders']

/** What has become of the orders, each share with its word; what was cancelled stands by itself. */
function sharesOf({ byStatus, cancelled }: Orders) {
  const shares = byStatus.map(({ status, count }) => ({
    key: status as string,
    label: titleCase(status),
    count: status === 'FAILED' ? count - cancelled : count,
  }))
  return [...shares, { key: 'CANCELLED', label: 'Cancelled', count: cancelled }]
}

function Shares({ orders, span }: { orders: Orders; span: string }) {
  if (orders.placed === 0) return <p className={classes.nothing}>No orders were placed in {span}.</p>
  return (
    <dl className={classes.shares}>
      {sharesOf(orders).map(({ key, label, count }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
          <dd className={classes.bar} aria-hidden="true">
            <span data-status={key} style={{ width: `${(count / orders.placed) * 100}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What has become of the orders that were placed. */
export function OrdersByStatus({ orders, span }: { orders: Orders | undefined; span: string }) {
  return (
    <Panel title="Orders by status">
      {orders ? <Shares orders={orders} span={span} /> : <Skeleton height={180} radius="md" />}
    </Panel>
  )
}

function Failure({ failure }: { failure: Orders['failures'][number] }) {
  const { orderId, orderName, reason, user, userEmail, at } = failure
  return (
    <li className={classes.failure}>
      <div className={home.what}>
        <strong>
          <Link to="/portal/orders/$orderId" params={{ orderId }}>
            {orderName}
          </Link>
        </strong>
        <span>{reason ?? 'No reason was kept.'}</span>
      </div>
      <div className={classes.whose}>
        {userEmail ? (
          <Link to="/portal/users" search={{ search: userEmail }}>
            {user}
          </Link>
        ) : (
          user
        )}
        <time dateTime={at}>{formatDayAndTime(at)}</time>
      </div>
    </li>
  )
}

/** The orders that failed last: whose they are, and why. */
export function NewestFailures({ orders, span }: { orders: Orders | undefined; span: string }) {
  return (
    <Panel
      title="Newest failures"
      aside={
        <Link to="/portal/audit-log" className={home.all}>
          Audit log
        </Link>
      }
      flush
    >
      {!orders ? (
        <ListWaiting what="Newest failures" />
      ) : orders.failures.length === 0 ? (
        <p className={classes.calm}>No order failed in {span}.</p>
      ) : (
        <ul className={home.list}>
          {orders.failures.map((failure) => (
            <Failure key={failure.orderId} failure={failure} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
