import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatAgo, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { orderStepLabels } from '../../../lib/labels/order-labels.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { StatusBadge, Tag } from '../../../ui/display/badges.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { watchedKeyQuery } from './guide.data.ts'
import classes from './guide.module.css'
import { SmallText } from './guide-frame.tsx'

type LastCall = NonNullable<ApiKey['lastCall']>

const maxShown = 5

function formatSecondsAgo(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000))
  return seconds < 60 ? `${pluralize(seconds, 'second')} ago` : formatAgo(Date.parse(at), now)
}

const CallItem = ({ call: { method, path, status, at }, now }: { call: LastCall; now: number }) => (
  <li className={classes.call}>
    <code>
      {method} {path}
    </code>
    <div>
      <Tag tone={status < 400 ? 'good' : 'bad'}>{status}</Tag>,{' '}
      <Text inherit span c="dimmed" className="numbers">
        {formatSecondsAgo(at, now)}
      </Text>
    </div>
  </li>
)

/**
 * The last call of a key at each poll, newest first, and the total count: several calls can happen between two polls.
 */
function RecentCalls({ keyId }: { keyId: string }) {
  const { data, error } = useQuery(watchedKeyQuery(keyId))
  const now = useNow(1_000, getServerTime)
  const [calls, setCalls] = useState<LastCall[]>([])
  const last = data?.lastCall
  if (last && last.at !== calls[0]?.at) setCalls([last, ...calls].slice(0, maxShown))
  const today = data?.usage.find(({ day }) => day === new Date(now).toISOString().slice(0, 10))
  const [newest] = calls
  return (
    <>
      {newest ? (
        <PlainList gap={8} aria-label="Requests">
          {calls.map((call) => (
            <CallItem key={call.at} call={call} now={now} />
          ))}
        </PlainList>
      ) : (
        <Group component="p" gap={10}>
          <span className={classes.waiting} aria-hidden="true" />
          Waiting for your first request…
        </Group>
      )}
      <span className="visually-hidden" role="status">
        {newest && `${newest.method} ${newest.path} ${newest.status}`}
      </span>
      {error && <FailureNotice error={error} />}
      {today && (
        <SmallText>
          {pluralize(today.calls, 'request')} with this key today (UTC), {formatNumber(today.refused)} refused.
        </SmallText>
      )}
    </>
  )
}

function formatOutcome(order: ListedOrder): string {
  const { userFacingStatus, internalStatus, deliveredQuantity, creditsCaptured, failureReason } = order
  if (userFacingStatus === 'COMPLETED' && order.isTest)
    return `${pluralize(deliveredQuantity, 'test lead')} delivered. No credits charged.`
  if (userFacingStatus === 'COMPLETED')
    return `${pluralize(deliveredQuantity, 'lead')} delivered for ${pluralize(creditsCaptured, 'credit')}.`
  return userFacingStatus === 'FAILED' ? (failureReason ?? 'The order failed.') : `${orderStepLabels[internalStatus]}…`
}

function OrderCard({ order }: { order: ListedOrder }) {
  const { id, campaignId = '', orderName, userFacingStatus, isTest } = order
  const label = 'Newest order of this guide'
  return (
    <Paper component="section" withBorder p={12} aria-label={label}>
      <Stack gap={4}>
        <SmallText>{label}</SmallText>
        <Group justify="space-between" gap={8} fw={550}>
          {isTest ? (
            <Link from="/portal/integration" to="/portal/integration" search={(old) => ({ ...old, part: 'orders' })}>
              {orderName}
            </Link>
          ) : (
            <Link to="/portal/campaigns/$campaignId/orders/$orderId" params={{ campaignId, orderId: id }}>
              {orderName}
            </Link>
          )}
          <StatusBadge status={userFacingStatus} />
        </Group>
        <SmallText role="status">{formatOutcome(order)}</SmallText>
      </Stack>
    </Paper>
  )
}

export function ArrivalStep({ keyId, order }: { keyId: string | undefined; order: ListedOrder | undefined }) {
  if (!keyId) return <SmallText>Create or choose a key to see its requests here.</SmallText>
  return (
    <>
      <RecentCalls key={keyId} keyId={keyId} />
      {order && <OrderCard order={order} />}
      <SmallText>Refreshes every 2 seconds. Shows the latest request; the count includes all.</SmallText>
    </>
  )
}
