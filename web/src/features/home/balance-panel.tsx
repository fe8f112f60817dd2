import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, plural } from '../../lib/format.ts'
import { me, useCreditSettings } from '../../lib/me.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import classes from './home.module.css'

/** What can be spent, and what it buys. */
export function BalancePanel() {
  const { data, error, refetch } = useQuery(me())
  const settings = useCreditSettings()?.filter(({ isActive, creditRequired }) => isActive && creditRequired > 0)
  if (error && !data) {
    return (
      <Panel title="Credits">
        <LoadFailure what="Your credits" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (!data) return <Skeleton height={240} radius="md" />
  const { subscriptionCredits, subscriptionCreditsHeld, onDemandCredits } = data.balance
  const spendable = subscriptionCredits + onDemandCredits
  return (
    <Panel
      title="Credits"
      aside={
        <LinkButton to="/portal/settings/pay-as-you-go" variant="default" size="xs">
          Buy credits
        </LinkButton>
      }
    >
      <p className={classes.sum}>
        <strong>{formatNumber(spendable)}</strong> to spend
      </p>
      <Facts
        figures
        facts={[
          { label: 'Subscription', value: formatNumber(subscriptionCredits) },
          { label: 'On demand', value: formatNumber(onDemandCredits) },
          { label: 'On hold', value: formatNumber(subscriptionCreditsHeld) },
          ...(settings ?? []).map(({ name, creditRequired }) => ({
            label: 'Enough for',
            value: plural(Math.floor(spendable / creditRequired), `${name} lead`),
          })),
        ]}
      />
    </Panel>
  )
}
