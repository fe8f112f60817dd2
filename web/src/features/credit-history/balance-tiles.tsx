import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { balanceHistory } from './credit-history.data.ts'
import classes from './credit-history.module.css'

/** What there is now: what can be spent, by kind, and what is held. */
export function BalanceTiles() {
  const { data } = useQuery(me())
  // The last day's is that of now, and whole however many orders there are.
  const { data: days } = useQuery(balanceHistory(30))
  if (!data) return <Skeleton height={76} radius="md" />
  const { subscriptionCredits, onDemandCredits, subscriptionCreditsHeld } = data.balance
  const held = days?.at(-1)?.held ?? subscriptionCreditsHeld
  const tiles = [
    { label: 'To spend', amount: subscriptionCredits + onDemandCredits, hint: 'both kinds together' },
    { label: 'Subscription', amount: subscriptionCredits, hint: 'spent first' },
    { label: 'On demand', amount: onDemandCredits, hint: 'never lapse' },
    { label: 'On hold', amount: held, hint: 'for orders under way' },
  ]
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ label, amount, hint }) => (
        <div key={label} className={classes.tile}>
          <dt>{label}</dt>
          <dd>
            <strong>{formatNumber(amount)}</strong>
            <span>{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
