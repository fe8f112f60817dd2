import type { OrderDetail } from '@dooryard/contract/order'
import type { OrderNotice } from '@dooryard/contract/order-files'
import { fileColumns } from '@dooryard/contract/vocabularies'
import { useEffect, useReducer } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { asSentence, formatDay, formatDayAndTime, formatNumber, plural, titleCase } from '../../lib/format.ts'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { Notice } from '../../ui/display/panel.tsx'
import { expiryOf, timeLeft } from './expiry.ts'
import classes from './orders.module.css'

function Expiry({ at, isExpired, isOwn }: { at: string; isExpired: boolean; isOwn: boolean }) {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [])
  const left = isExpired ? undefined : timeLeft(at, serverNow())
  return (
    <>
      {formatDay(at)}
      <span className={classes.left}>{left ?? (isOwn ? 'Expired: refresh to download again' : 'Expired')}</span>
    </>
  )
}

/** An order, and whether its reader is whose it is. */
type Told = { order: OrderDetail; isOwn: boolean }

/** What was ordered. */
export function OrderFacts({ order, isOwn }: Told) {
  const expiresAt = expiryOf(order)
  const isCompleted = order.userFacingStatus === 'COMPLETED'
  const facts: Fact[] = [
    { label: 'Order name', value: order.orderName },
    { label: 'Campaign type', value: titleCase(order.campaignType) },
    { label: 'Leads ordered', value: formatNumber(order.quantity) },
    { label: 'Leads delivered', value: formatNumber(order.deliveredQuantity) },
    { label: 'Price', value: `${plural(order.creditRequired, 'credit')} a lead` },
    { label: 'Columns', value: order.columns.map(fileColumns.label).join(', ') },
    { label: 'Ordered', value: formatDayAndTime(order.createdAt) },
  ]
  if (order.completedAt)
    facts.push({ label: isCompleted ? 'Completed' : 'Ended', value: formatDayAndTime(order.completedAt) })
  if (order.dncCheckedAt) facts.push({ label: 'Numbers checked', value: formatDayAndTime(order.dncCheckedAt) })
  if (expiresAt)
    facts.push({
      label: 'Expires',
      value: isCompleted ? <Expiry at={expiresAt} isExpired={order.isExpired} isOwn={isOwn} /> : formatDay(expiresAt),
    })
  return <Facts facts={facts} />
}

/** Where the order's credits are. */
export function CreditFacts({ order }: { order: OrderDetail }) {
  return (
    <Facts
      figures
      facts={[
        { label: 'On hold', value: formatNumber(order.creditsHeld) },
        { label: 'Spent', value: formatNumber(order.creditsCaptured) },
        { label: 'Given back', value: formatNumber(order.creditsReleased) },
      ]}
    />
  )
}

/** Why an order ended otherwise than asked, and what became of its credits. */
export function Outcome({ order, isOwn }: Told) {
  const { internalStatus, failureReason, note, creditsReleased } = order
  const returned =
    creditsReleased > 0 && `${plural(creditsReleased, 'credit')} came back to ${isOwn ? 'you' : 'its owner'}.`
  if (internalStatus === 'CANCELLED') {
    return (
      <Notice tone="info">
        {isOwn ? 'You' : 'Its owner'} cancelled this order. {returned}
      </Notice>
    )
  }
  if (internalStatus === 'FAILED') {
    return (
      <Notice tone="bad">
        {asSentence(failureReason ?? 'This order failed')} {returned || 'Nothing was spent.'}
      </Notice>
    )
  }
  return (
    <>
      {order.isExpired && (
        <Notice tone="warn">
          The do-not-call check of this order is out of date.{' '}
          {isOwn
            ? 'Refresh it to download the list again; that is free.'
            : 'Its owner can refresh it, which is free; until then nobody can download the list.'}
        </Notice>
      )}
      {note && (
        <Notice tone="info">
          {note} {returned}
        </Notice>
      )}
    </>
  )
}

const noticeWords: Record<OrderNotice['type'], string> = {
  EXPIRING: 'Expires soon',
  EXPIRED: 'Expired',
  DNC_REFRESHED: 'Do-not-call check refreshed',
  DNC_REFRESH_FAILED: 'Do-not-call check failed',
}

/** What happened to an order since it was delivered. */
export function Notices({ notices }: Pick<OrderDetail, 'notices'>) {
  return (
    <ul className={classes.notices}>
      {notices.map(({ type, at, detail }) => (
        <li key={`${type} ${at}`}>
          <strong>{noticeWords[type]}</strong>
          <time dateTime={at}>{formatDayAndTime(at)}</time>
          {detail && <span>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}
