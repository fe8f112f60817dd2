import type { OrderDetail } from '@dooryard/contract/order'
import { Button } from '@mantine/core'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { StreamState } from '../../lib/event-stream.ts'
import { formatAgo } from '../../lib/format.ts'
import { toastDone, toastFailure } from '../../ui/toasts/toasts.ts'
import classes from './orders.module.css'
import { announcementOf, refreshResultOf } from './timeline.ts'

type LiveStateProps = { stream: StreamState | 'idle'; updatedAt: number; onRefresh: () => void }

/** Says so when the screen no longer hears of changes by itself, and offers to look. */
export function LiveState({ stream, updatedAt, onRefresh }: LiveStateProps) {
  const isLost = stream === 'waiting' || stream === 'stopped'
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(tick, 15_000)
    return () => clearInterval(timer)
  }, [isLost])
  if (stream === 'live') return <p className={classes.live}>This page follows the order by itself.</p>
  if (!isLost) return null
  return (
    <div className={classes.lost} role="status">
      <span>Last updated {formatAgo(updatedAt)}</span>
      <Button size="compact-sm" variant="default" onClick={onRefresh}>
        Refresh
      </Button>
    </div>
  )
}

/**
 * Tells a screen reader, politely, when the order has moved on since the screen was opened; how a check of its numbers
 * ended, everybody hears.
 */
export function Announcement({ order }: { order: OrderDetail | undefined }) {
  const [words, setWords] = useState('')
  const known = useRef(order)
  useEffect(() => {
    if (!order) return
    const before = known.current
    known.current = order
    if (before?.id !== order.id) return
    const news = announcementOf(before, order)
    if (news) setWords(news)
    const result = before.isRefreshing && !order.isRefreshing ? refreshResultOf(order) : undefined
    if (result) (result.hasFailed ? toastFailure : toastDone)(result.words)
  }, [order])
  return (
    <div className="visually-hidden" aria-live="polite">
      {words}
    </div>
  )
}
