import type { Balance, CreditSetting } from '@dooryard/contract/credits'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, plural } from '../../lib/format.ts'
import { me, useCreditSettings } from '../../lib/me.ts'
import { CreditRing, creditParts } from './credit-ring.tsx'
import classes from './credit-widget.module.css'

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
          <div className={classes.total}>{formatNumber(spendable)}</div>
          <div className={classes.caption}>credits to spend</div>
        </div>
      </div>
      {condition && <p className={classes.condition}>{condition.words}</p>}
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
