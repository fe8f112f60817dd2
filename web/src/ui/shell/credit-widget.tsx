import type { Balance, CreditSetting } from '@dooryard/contract/credits'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatNumber, plural } from '../../lib/format.ts'
import { useBalanceStream } from '../../lib/live-balance.ts'
import { me, useCreditSettings } from '../../lib/me.ts'
import { CreditRing, creditParts } from './credit-ring.tsx'
import classes from './credit-widget.module.css'

const announceEveryMs = 5000

/** Says a sum to screen readers when it has changed, at most every five seconds. */
function useAnnounced(spendable: number | undefined): string {
  const [said, setSaid] = useState('')
  const known = useRef<number>(undefined)
  const saidAt = useRef(0)
  useEffect(() => {
    const before = known.current
    if (spendable === undefined || spendable === before) return
    known.current = spendable
    // What a screen begins with is read when somebody comes to it.
    if (before === undefined) return
    const wait = Math.max(0, saidAt.current + announceEveryMs - Date.now())
    const timer = setTimeout(() => {
      saidAt.current = Date.now()
      setSaid(`${plural(spendable, 'credit')} to spend`)
    }, wait)
    return () => clearTimeout(timer)
  }, [spendable])
  return said
}

/** Whether the numbers move by themselves, and how to have that again. */
function StreamMark() {
  const { state, again } = useBalanceStream()
  if (state === 'stopped')
    return (
      <UnstyledButton className={classes.stopped} onClick={again}>
        Not live. Reconnect
      </UnstyledButton>
    )
  return state === 'live' ? (
    <span className={classes.live} role="img" aria-label="Live" title="Changes show by themselves" />
  ) : (
    <span className={classes.waiting}>Reconnecting…</span>
  )
}

/** The fewest credits that still buy a campaign: the cheapest minimum among the types on offer. */
const smallestCampaign = (settings: CreditSetting[]) =>
  Math.min(...settings.filter(({ isActive }) => isActive).map((type) => type.creditRequired * type.minCampaignVolume))

function conditionOf({ subscriptionCredits, onDemandCredits }: Balance, settings: CreditSetting[]) {
  const spendable = subscriptionCredits + onDemandCredits
  if (spendable <= 0) return { tone: 'bad', words: 'No credits left' } as const
  const smallest = smallestCampaign(settings)
  return spendable < smallest
    ? ({ tone: 'warn', words: `Below the smallest order, ${plural(smallest, 'credit')}` } as const)
    : undefined
}

/** What the user can spend, at the foot of the sidebar; `compact` is the ring alone. */
export function CreditWidget({ compact }: { compact?: boolean }) {
  const { data } = useQuery(me())
  const settings = useCreditSettings()
  const announced = useAnnounced(data && data.balance.subscriptionCredits + data.balance.onDemandCredits)
  if (!data) return <Skeleton height={compact ? 40 : 128} radius="md" />
  const { balance } = data
  const spendable = balance.subscriptionCredits + balance.onDemandCredits
  if (compact) {
    return (
      <span className={classes.compact} title={`${plural(spendable, 'credit')} to spend`}>
        <CreditRing balance={balance} size={36} />
        <span className="visually-hidden">{plural(spendable, 'credit')} to spend</span>
      </span>
    )
  }
  const condition = settings && conditionOf(balance, settings)
  return (
    <section className={classes.widget} aria-label="Credits" data-tone={condition?.tone}>
      <div className={classes.top}>
        <CreditRing balance={balance} size={44} />
        <div>
          <div className={classes.total} key={spendable}>
            {formatNumber(spendable)}
          </div>
          <div className={classes.caption}>credits to spend</div>
        </div>
        <StreamMark />
      </div>
      <p className="visually-hidden" aria-live="polite">
        {announced}
      </p>
      {condition && (
        <p className={classes.condition}>
          {condition.words}. <Link to="/portal/settings/pay-as-you-go">Buy credits</Link>
        </p>
      )}
      <dl className={classes.parts}>
        {creditParts(balance).map(({ label, amount, color }) => (
          <div key={label}>
            <dt>
              <span className={classes.dot} style={{ background: color }} />
              {label}
            </dt>
            <dd>{formatNumber(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
