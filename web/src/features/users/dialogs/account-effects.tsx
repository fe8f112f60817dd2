import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { userSubscriptionsQuery } from '../../../entities/user/user.data.ts'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { EffectList } from '../../../ui/overlay/effect-list.tsx'
import { userUsageQuery } from '../users.data.ts'
import type { AccountUsage, ActiveSubscription } from './user-effects.ts'

type EffectsProps = {
  userId: string
  listEffects: (usage: AccountUsage, subscription: ActiveSubscription | undefined) => string[]
}

/** The effects of an action on an account, shown before it runs. */
export function Effects({ userId, listEffects }: EffectsProps) {
  const usage = useQuery(userUsageQuery(userId))
  const billing = useQuery(userSubscriptionsQuery(userId))
  const error = usage.error ?? billing.error
  if (usage.data && billing.data) {
    const activeSubscription = billing.data.subscriptions.find(({ status }) => status !== 'INACTIVE')
    return <EffectList label="What this does" effects={listEffects(usage.data, activeSubscription)} />
  }
  if (!error) return <Skeleton height={72} />
  const retry = () => void Promise.all([usage.refetch(), billing.refetch()])
  return <LoadFailure what="What this does" error={error} onRetry={retry} />
}
