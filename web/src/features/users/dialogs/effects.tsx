import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { userSubscriptions } from '../../../entities/user/user.data.ts'
import { LoadFailure } from '../../../ui/display/state-view.tsx'
import { userHoldings } from '../users.data.ts'
import type { Held, Subscribed } from './user-effects.ts'

/** What something does, a sentence each. */
export const EffectList = ({ label, effects }: { label: string; effects: string[] }) => (
  <Stack
    component="ul"
    gap={6}
    m={0}
    p="12px 14px 12px 30px"
    bd="1px solid var(--line)"
    bdrs="md"
    bg="var(--raised)"
    fz="sm"
    lh="20px"
    aria-label={label}
  >
    {effects.map((effect) => (
      <li key={effect}>{effect}</li>
    ))}
  </Stack>
)

type EffectsProps = { userId: string; say: (held: Held, subscription: Subscribed | undefined) => string[] }

/** What an action does to all that an account has, before it is taken. */
export function Effects({ userId, say }: EffectsProps) {
  const held = useQuery(userHoldings(userId))
  const billing = useQuery(userSubscriptions(userId))
  const error = held.error ?? billing.error
  if (held.data && billing.data) {
    const live = billing.data.subscriptions.find(({ status }) => status !== 'INACTIVE')
    return <EffectList label="What this does" effects={say(held.data, live)} />
  }
  if (!error) return <Skeleton height={72} />
  const retry = () => void Promise.all([held.refetch(), billing.refetch()])
  return <LoadFailure what="What this does" error={error} onRetry={retry} />
}
