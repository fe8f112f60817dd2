import { campaignTypes, fileColumns } from '@dooryard/contract/api/enums'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import type { OrderNotice } from '@dooryard/contract/orders/order-files'
import { getMaxLeadPrice, selectsOnlyForPhones } from '@dooryard/contract/orders/quote/lead-price'
import { Flex, Stack, Text } from '@mantine/core'
import { useEffect, useReducer } from 'react'
import { formatTimeLeft, getExpiry } from '../../../entities/order/order-expiry.ts'
import { formatDay, formatNumber, pluralize, toSentence } from '../../../lib/format/format.ts'
import { formatDistinct, formatSort } from '../../../lib/order/delivery-labels.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { type DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'

function Expiry({ at, isExpired, isOwn }: { at: string; isExpired: boolean; isOwn: boolean }) {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [])
  const left = isExpired ? undefined : formatTimeLeft(at, getServerTime())
  return (
    <>
      {formatDay(at)}
      <Text span inherit display="block" c="dimmed">
        {left ?? (isOwn ? 'Expired: refresh to download again' : 'Expired')}
      </Text>
    </>
  )
}

function formatPrice({ criteria, addPhones, ...terms }: OrderDetail): string {
  const price = `${pluralize(getMaxLeadPrice(criteria, terms), 'credit')} per lead`
  if (!addPhones || selectsOnlyForPhones(criteria)) return price
  return `${price}, ${pluralize(terms.creditsToAddPhones, 'credit')} for phones of a purchased lead`
}

type OrderFactsProps = { order: OrderDetail; isOwn: boolean }

export function OrderFacts({ order, isOwn }: OrderFactsProps) {
  const expiresAt = getExpiry(order)
  const limit = formatDistinct(order)
  const isCompleted = order.userFacingStatus === 'COMPLETED'
  const facts: DescriptionItem[] = [
    { label: 'Order name', value: order.orderName },
    { label: 'Campaign type', value: campaignTypes.label(order.campaignType) },
    { label: 'Leads ordered', value: formatNumber(order.quantity) },
    { label: 'Leads delivered', value: formatNumber(order.deliveredQuantity) },
    { label: 'Price', value: formatPrice(order) },
    { label: 'Columns', value: order.columns.map(fileColumns.label).join(', ') },
    { label: 'Delivered first', value: formatSort(order.sort, order.criteria.location?.near) },
    ...(limit ? [{ label: 'Limit', value: limit }] : []),
    { label: 'Ordered', value: <Instant at={order.createdAt} /> },
  ]
  if (order.completedAt)
    facts.push({ label: isCompleted ? 'Completed' : 'Ended', value: <Instant at={order.completedAt} /> })
  if (order.dncCheckedAt) facts.push({ label: 'Numbers checked', value: <Instant at={order.dncCheckedAt} /> })
  if (expiresAt)
    facts.push({
      label: 'Callable until',
      value: isCompleted ? <Expiry at={expiresAt} isExpired={order.isExpired} isOwn={isOwn} /> : formatDay(expiresAt),
    })
  return <DescriptionList items={facts} />
}

export const CreditFacts = ({ order }: { order: OrderDetail }) => (
  <DescriptionList
    isNumeric
    items={[
      { label: 'On hold', value: formatNumber(order.creditsHeld) },
      { label: 'Spent', value: formatNumber(order.creditsCaptured) },
      { label: 'Released', value: formatNumber(order.creditsReleased) },
    ]}
  />
)

type OutcomeMessage = { tone: 'info' | 'warn' | 'bad'; text: string }

function listOutcomes({ order, isOwn }: OrderFactsProps): OutcomeMessage[] {
  const { internalStatus, failureReason, note, creditsReleased, isExpired } = order
  const owner = isOwn ? 'you' : 'its owner'
  const returned =
    creditsReleased > 0 ? ` ${pluralize(creditsReleased, 'credit was', 'credits were')} released to ${owner}.` : ''
  const expired = isOwn
    ? 'Refresh it to download the list again; that is free.'
    : 'Its owner can refresh it, which is free; until then nobody can download the list.'
  if (internalStatus === 'CANCELLED')
    return [{ tone: 'info', text: `${isOwn ? 'You' : 'Its owner'} cancelled this order.${returned}` }]
  if (internalStatus === 'FAILED') {
    const reason = toSentence(failureReason ?? 'This order failed')
    return [{ tone: 'bad', text: reason + (returned || ' Nothing was spent.') }]
  }
  const outcomes: OutcomeMessage[] = []
  if (isExpired) outcomes.push({ tone: 'warn', text: `The do-not-call check of this order is out of date. ${expired}` })
  if (note) outcomes.push({ tone: 'info', text: note + returned })
  return outcomes
}

export function Outcome(props: OrderFactsProps) {
  const outcomes = listOutcomes(props)
  if (outcomes.length === 0) return null
  return (
    <Stack gap="xs" mb="md">
      {outcomes.map(({ tone, text }) => (
        <Notice key={text} tone={tone}>
          {text}
        </Notice>
      ))}
    </Stack>
  )
}

const noticeLabels: Record<OrderNotice['type'], string> = {
  EXPIRING: 'Expires soon',
  EXPIRED: 'Expired',
  DNC_REFRESHED: 'Do-not-call check refreshed',
  DNC_UNCHANGED: 'Checked again, nothing changed',
  DNC_REFRESH_FAILED: 'Do-not-call check failed',
}

export const Notices = ({ notices }: Pick<OrderDetail, 'notices'>) => (
  <PlainList gap="sm">
    {notices.map(({ type, at, detail }) => (
      <Flex key={`${type} ${at}`} component="li" wrap="wrap" justify="space-between" columnGap="sm">
        <Text fz="sm" lh="20px" fw={550} component="strong">
          {noticeLabels[type]}
        </Text>
        <Text fz="xs" lh="20px" c="dimmed" component="span">
          <Instant at={at} />
        </Text>
        {detail && (
          <Text fz="xs" lh="20px" c="dimmed" flex="1 0 100%">
            {detail}
          </Text>
        )}
      </Flex>
    ))}
  </PlainList>
)
