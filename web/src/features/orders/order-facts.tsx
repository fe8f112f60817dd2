import type { OrderDetail } from '@dooryard/contract/order'
import { formatDay, formatDayAndTime, formatNumber, plural, titleCase } from '../../lib/format.ts'
import { type Fact, Facts } from '../../ui/parts/facts.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { expiryOf } from './expiry.ts'

/** What was ordered. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  const expiresAt = expiryOf(order)
  const facts: Fact[] = [
    { label: 'Order name', value: order.orderName },
    { label: 'Campaign type', value: titleCase(order.campaignType) },
    { label: 'Leads ordered', value: formatNumber(order.quantity) },
    { label: 'Leads delivered', value: formatNumber(order.deliveredQuantity) },
    { label: 'Price', value: `${plural(order.creditRequired, 'credit')} a lead` },
    { label: 'Ordered', value: formatDayAndTime(order.createdAt) },
  ]
  if (order.completedAt)
    facts.push({
      label: order.userFacingStatus === 'COMPLETED' ? 'Completed' : 'Ended',
      value: formatDayAndTime(order.completedAt),
    })
  if (expiresAt) facts.push({ label: 'Expires', value: formatDay(expiresAt) })
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
export function Outcome({ order }: { order: OrderDetail }) {
  const { internalStatus, failureReason, note, creditsReleased } = order
  const returned = creditsReleased > 0 && `${plural(creditsReleased, 'credit')} came back to you.`
  if (internalStatus === 'CANCELLED') return <Notice tone="info">You cancelled this order. {returned}</Notice>
  if (internalStatus === 'FAILED') {
    return (
      <Notice tone="bad">
        {failureReason ?? 'This order failed.'} {returned || 'Nothing was spent.'}
      </Notice>
    )
  }
  return note ? (
    <Notice tone="info">
      {note} {returned}
    </Notice>
  ) : null
}
