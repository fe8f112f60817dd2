import type { UserFacingStatus } from '@dooryard/contract/orders/order'
import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { emptyValue, formatNumber, toTitleCase } from '../../lib/format/format.ts'
import classes from './badges.module.css'
import { getToneColors, type Tone } from './tones.ts'

export function Tag({ tone, children }: { tone: Tone | 'plain'; children: ReactNode }) {
  const isPlain = tone === 'plain'
  const colors = isPlain ? { bg: 'var(--raised)', c: 'dimmed' } : getToneColors(tone)
  return (
    <Box component="span" {...colors} className={isPlain ? `${classes.tag} ${classes.plain}` : classes.tag}>
      {children}
    </Box>
  )
}

const statusTones: Partial<Record<UserFacingStatus | 'INCOMPLETE', Tone>> = {
  COMPLETED: 'good',
  INCOMPLETE: 'warn',
  FAILED: 'bad',
}

type StatusBadgeProps = { status: UserFacingStatus | 'INCOMPLETE'; label?: string }

/**
 * The status of an order. Pending and processing are in the strongest neutral of the color scheme: near black (#111827)
 * in the light one, where the specification wants black, and near white in the dark one, where black would not show.
 * Completed is in the color of success, failed in that of danger.
 */
export function StatusBadge({ status, label = toTitleCase(status) }: StatusBadgeProps) {
  const tone = statusTones[status]
  const colors = tone ? getToneColors(tone) : { bg: 'var(--neutral)', c: 'var(--on-neutral)' }
  return (
    <Box component="span" {...colors} className={`${classes.tag} ${classes.status}`} data-status={status}>
      {label}
    </Box>
  )
}

export function CreditChange({ amount, isToned }: { amount: number; isToned?: boolean }) {
  const color = isToned ? `var(--mantine-color-${amount > 0 ? 'good' : 'bad'}-filled)` : undefined
  return (
    <Text span inherit c={amount === 0 ? 'dimmed' : color} className="numbers">
      {amount === 0 ? emptyValue : `${amount > 0 ? '+' : '−'}${formatNumber(Math.abs(amount))}`}
    </Text>
  )
}
