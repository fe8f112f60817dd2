import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useReducer, useRef, useState } from 'react'
import { formatAgo } from '../../../lib/format/format.ts'
import type { StreamState } from '../../../lib/live/event-stream.ts'
import { showErrorToast, showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { describeProgress, getRefreshResult } from './timeline.ts'

/** Extends to the borders of the panel, as its last part. */
const footerProps = { mt: 20, mb: { base: -16, sm: -20 }, mx: { base: -16, sm: -20 }, px: { base: 16, sm: 20 }, py: 10 }
const footerStyle = { borderTop: '1px solid var(--line)' }

type LiveStateProps = { stream: StreamState | 'idle'; updatedAt: number; onRefresh: () => void }

export function LiveState({ stream, updatedAt, onRefresh }: LiveStateProps) {
  const isLost = stream === 'waiting' || stream === 'stopped'
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(tick, 15_000)
    return () => clearInterval(timer)
  }, [isLost])
  if (stream === 'live')
    return (
      <Text {...footerProps} fz="xs" c="dimmed" style={footerStyle}>
        This page updates automatically.
      </Text>
    )
  if (!isLost) return null
  return (
    <Group
      {...footerProps}
      justify="space-between"
      gap="sm"
      wrap="nowrap"
      fz="xs"
      bg="var(--mantine-color-warn-light)"
      c="var(--mantine-color-warn-light-color)"
      style={footerStyle}
      role="status"
    >
      <span>Last updated {formatAgo(updatedAt)}</span>
      <Button size="compact-sm" variant="default" onClick={onRefresh}>
        Refresh
      </Button>
    </Group>
  )
}

/**
 * Announces to screen readers when the order has progressed since the screen opened; a toast also shows the result of
 * a check of its numbers.
 */
export function Announcement({ order }: { order: OrderDetail | undefined }) {
  const [announced, setAnnounced] = useState('')
  const known = useRef(order)
  useEffect(() => {
    if (!order) return
    const before = known.current
    known.current = order
    if (before?.id !== order.id) return
    const change = describeProgress(before, order)
    if (change) setAnnounced(change)
    const result = before.isRefreshing && !order.isRefreshing ? getRefreshResult(order) : undefined
    if (result) (result.hasFailed ? showErrorToast : showSuccessToast)(result.message)
  }, [order])
  return (
    <div className="visually-hidden" aria-live="polite">
      {announced}
    </div>
  )
}
