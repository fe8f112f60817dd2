import type { Balance, CreditSetting } from '@dooryard/contract/billing/credits'
import { Box, Center, Group, Paper, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useBalanceStream } from '../../../lib/live/live-balance.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { getToneColors } from '../../display/tones.ts'
import classes from './credit-widget.module.css'

const listCreditParts = (balance: Balance) => [
  { label: 'Plan', amount: balance.subscriptionCredits, color: 'var(--ring-plan)' },
  { label: 'On hold', amount: balance.subscriptionCreditsHeld, color: 'var(--ring-held)' },
  { label: 'Pay-as-you-go', amount: balance.onDemandCredits, color: 'var(--ring-demand)' },
]

const stroke = 5
const gap = 2

/**
 * A decorative ring: what is left of the credits that there were after the last grant or purchase. The numbers are next
 * to it.
 */
function CreditRing({ balance, full, size }: { balance: Balance; full: number; size: number }) {
  const radius = (size - stroke) / 2
  const around = 2 * Math.PI * radius
  const parts = listCreditParts(balance).filter(({ amount }) => amount > 0)
  // A balance that was granted in the meantime is the new whole.
  const total = Math.max(
    full,
    parts.reduce((sum, { amount }) => sum + amount, 0),
  )
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: stroke }
  let start = 0
  return (
    <svg width={size} height={size} aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <circle {...circle} stroke="var(--ring-track)" />
      {parts.map(({ label, amount, color }) => {
        const length = (amount / total) * around
        const offset = -start
        start += length
        return (
          <circle
            key={label}
            {...circle}
            stroke={color}
            strokeDasharray={`${Math.max(length - (parts.length > 1 ? gap : 0), 1)} ${around}`}
            strokeDashoffset={offset}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        )
      })}
    </svg>
  )
}

const announceEveryMs = 5000

/** Announces a changed amount to screen readers, at most every five seconds. */
function useAnnouncement(spendable: number | undefined): string {
  const [message, setMessage] = useState('')
  const known = useRef<number>(undefined)
  const announcedAt = useRef(0)
  useEffect(() => {
    const before = known.current
    if (spendable === undefined || spendable === before) return
    known.current = spendable
    // The initial value is read with the rest of the screen.
    if (before === undefined) return
    const wait = Math.max(0, announcedAt.current + announceEveryMs - Date.now())
    const timer = setTimeout(() => {
      announcedAt.current = Date.now()
      setMessage(`${pluralize(spendable, 'credit')} available`)
    }, wait)
    return () => clearTimeout(timer)
  }, [spendable])
  return message
}

const statusProps = { ml: 'auto', fz: 'xs', lh: '16px', ta: 'right', style: { alignSelf: 'flex-start' } } as const

/** Whether the balance updates live, with a way to reconnect. */
function StreamStatus() {
  const { state, again: reconnect } = useBalanceStream()
  if (state === 'stopped')
    return (
      <UnstyledButton
        {...statusProps}
        mih={24}
        c="var(--mantine-color-warn-light-color)"
        td="underline"
        onClick={reconnect}
      >
        Not live. Reconnect
      </UnstyledButton>
    )
  return state === 'live' ? (
    <Box
      component="span"
      w={8}
      h={8}
      ml="auto"
      mt={4}
      bdrs="50%"
      bg="var(--mantine-color-good-filled)"
      style={{ alignSelf: 'flex-start' }}
      role="img"
      aria-label="Live"
      title="Updates live"
    />
  ) : (
    <Text span {...statusProps} c="dimmed" className={classes.waiting}>
      Reconnecting…
    </Text>
  )
}

/** The lowest cost of a minimum order among the active campaign types, in credits. Only campaigns have a minimum volume. */
const getSmallestOrderCost = (settings: CreditSetting[], hasMinimum: boolean) =>
  Math.min(
    ...settings
      .filter(({ isActive }) => isActive)
      .map(({ creditRequired, minCampaignVolume }) => creditRequired * (hasMinimum ? minCampaignVolume : 1)),
  )

type WarningInput = { balance: Balance; isNew: boolean; settings: CreditSetting[]; hasMinimum: boolean }

/** Who never had credits is invited to get some, not warned. */
function getBalanceHint({ balance, isNew, settings, hasMinimum }: WarningInput) {
  const spendable = balance.subscriptionCredits + balance.onDemandCredits
  if (spendable <= 0 && isNew) return { tone: 'brand', words: 'Get credits to order leads.' } as const
  if (spendable <= 0) return { tone: 'bad', words: 'No credits left.' } as const
  const smallest = getSmallestOrderCost(settings, hasMinimum)
  return spendable < smallest
    ? ({ tone: 'warn', words: `Low balance: the minimum order is ${pluralize(smallest, 'credit')}.` } as const)
    : undefined
}

/** The user's spendable credits, at the bottom of the sidebar; `compact` shows the ring only. */
export function CreditWidget({ compact }: { compact?: boolean }) {
  const { data } = useQuery(currentUserQuery())
  const settings = useCreditSettings()
  const announced = useAnnouncement(data && data.balance.subscriptionCredits + data.balance.onDemandCredits)
  if (!data) return <Skeleton height={compact ? 40 : 128} radius="md" />
  const { balance, creditsAtLastGrant: full } = data
  const spendable = balance.subscriptionCredits + balance.onDemandCredits
  if (compact) {
    return (
      <Center component="span" h={40} data-hint={`${pluralize(spendable, 'credit')} available`} data-hint-at="right">
        <CreditRing balance={balance} full={full} size={36} />
        <span className="visually-hidden">{pluralize(spendable, 'credit')} available</span>
      </Center>
    )
  }
  const hasMinimum = data.user.role === 'ENTERPRISE_USER'
  const hint = settings && getBalanceHint({ balance, isNew: full === 0, settings, hasMinimum })
  return (
    <Paper
      withBorder
      component="section"
      p={12}
      className="numbers"
      aria-label="Credits"
      {...(hint && hint.tone !== 'brand' && { bd: `1px solid var(--mantine-color-${hint.tone}-filled)` })}
    >
      <Group gap={12} wrap="nowrap">
        <CreditRing balance={balance} full={full} size={44} />
        <div>
          <div className={classes.total} key={spendable}>
            {formatNumber(spendable)}
          </div>
          <Text c="dimmed" fz="xs" lh="16px">
            Available credits
          </Text>
        </div>
        <StreamStatus />
      </Group>
      <p className="visually-hidden" aria-live="polite">
        {announced}
      </p>
      {hint && (
        <Text {...getToneColors(hint.tone)} fz="xs" lh="16px" mt={10} px={8} py={4} bdrs="xs">
          {hint.words}{' '}
          <Link to="/portal/settings/pay-as-you-go" className={classes.buy}>
            Buy credits
          </Link>
        </Text>
      )}
      <Box component="dl" m={0} mt={10} fz="xs" lh="20px">
        {listCreditParts(balance).map(({ label, amount, color }) => (
          <Group key={label} justify="space-between" gap={0}>
            <Group component="dt" gap={8} c="dimmed">
              <Box component="span" w={8} h={8} bdrs={2} bg={color} />
              {label}
            </Group>
            <Box component="dd" m={0}>
              {formatNumber(amount)}
            </Box>
          </Group>
        ))}
      </Box>
    </Paper>
  )
}
