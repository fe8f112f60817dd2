import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { userSubscriptions } from './user-credits.data.ts'
import type { Held, Subscribed } from './user-effects.ts'
import { userHoldings } from './users.data.ts'
import classes from './users.module.css'

type EffectsProps = { userId: string; say: (held: Held, subscription: Subscribed | undefined) => string[] }

/** What an act does to all that an account has, before it is done. */
export function Effects({ userId, say }: EffectsProps) {
  const held = useQuery(userHoldings(userId))
  const billing = useQuery(userSubscriptions(userId))
  const error = held.error ?? billing.error
  if (held.data && billing.data) {
    const live = billing.data.subscriptions.find(({ status }) => status !== 'INACTIVE')
    return (
      <ul className={classes.effects} aria-label="What this does">
        {say(held.data, live).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    )
  }
  if (!error) return <Skeleton height={72} />
  const retry = () => void Promise.all([held.refetch(), billing.refetch()])
  return <LoadFailure what="What this does" error={error} onRetry={retry} />
}
