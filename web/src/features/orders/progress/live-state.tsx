import type { OrderDetail } from '@dooryard/contract/order'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { StreamState } from '../../../lib/event-stream.ts'
import { formatAgo } from '../../../lib/format.ts'
import { toastDone, toastFailure } from '../../../ui/toasts/toasts.ts'
import { announceChange, getRefreshResult } from './timeline.ts'

/** Reaches to the borders of the panel whose last part it is. */
const atFoot = { mt: 20, mb: { base: -16, sm: -20 }, mx: { base: -16, sm: -20 }, px: { base: 16, sm: 20 }, py: 10 }
const footLine = { borderTop: '1px solid var(--line)' }

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
      <Text {...atFoot} fz="xs" c="dimmed" style={footLine}>
        This page follows the order by itself.
      </Text>
    )
  if (!isLost) return null
  return (
    <Group
      {...atFoot}
      justify="space-between"
      gap="sm"
      wrap="nowrap"
      fz="xs"
      bg="var(--mantine-color-warn-light)"
      c="var(--mantine-color-warn-light-color)"
      style={footLine}
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
 * Tells a screen reader, politely, when the order has moved on since the screen was opened; how a check of its numbers
 * ended, everybody hears.
 */
export function Announcement({ order }: { order: OrderDetail | undefined }) {
  const [announced, setAnnounced] = useState('')
  const known = useRef(order)
  useEffect(() => {
    if (!order) return
    const before = known.current
    known.current = order
    if (before?.id !== order.id) return
    const change = announceChange(before, order)
    if (change) setAnnounced(change)
    const result = before.isRefreshing && !order.isRefreshing ? getRefreshResult(order) : undefined
    if (result) (result.hasFailed ? toastFailure : toastDone)(result.message)
  }, [order])
  return (
    <div className="visually-hidden" aria-live="polite">
      {announced}
    </div>
  )
}
