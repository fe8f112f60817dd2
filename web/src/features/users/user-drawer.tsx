import type { Subscription } from '@dooryard/contract/subscriptions'
import type { Transaction } from '@dooryard/contract/transactions'
import type { User } from '@dooryard/contract/users'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { subscriptionWords } from '../../lib/subscription-words.ts'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { LoadFailure, MissingOrFailed } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { userSubscriptions } from './user-credits.data.ts'
import type { Asked } from './user-dialogs.tsx'
import { UserHead } from './user-head.tsx'
import { UserEntries, UserPayments } from './user-lists.tsx'
import { userDetail } from './users.data.ts'
import classes from './users.module.css'

const subscriptionFact = (subscription: Subscription) => ({
  label: `${subscription.planName}, ${formatMoney(subscription.price)}`,
  value: subscriptionWords(subscription),
})

type UserCreditsProps = {
  userId: string
  /** Left out where there is nobody to have other credits. */
  onAdjust: (() => void) | undefined
  onRefund: (payment: Transaction) => void
}

/** What a user has, pays and spends. */
function UserCredits({ userId, onAdjust, onRefund }: UserCreditsProps) {
  const { data, error, refetch } = useQuery(userSubscriptions(userId))
  if (error && !data) return <LoadFailure what="Their credits" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className={classes.bones} height={240} />
  const { balance, subscriptions } = data
  return (
    <>
      <DetailGroup title="Credits">
        <Facts
          figures
          facts={[
            { label: 'Subscription', value: formatNumber(balance.subscriptionCredits) },
            { label: 'On demand', value: formatNumber(balance.onDemandCredits) },
            { label: 'Subscription, held', value: formatNumber(balance.subscriptionCreditsHeld) },
          ]}
        />
        {onAdjust && (
          <Button className={classes.adjust} variant="default" size="xs" onClick={onAdjust}>
            Adjust credits…
          </Button>
        )}
      </DetailGroup>
      <DetailGroup title="Subscriptions">
        {subscriptions.length === 0 ? (
          <p className={classes.hint}>Never subscribed.</p>
        ) : (
          <Facts facts={subscriptions.map(subscriptionFact)} />
        )}
      </DetailGroup>
      <DetailGroup title="Payments">
        <UserPayments userId={userId} onRefund={onRefund} />
      </DetailGroup>
      <DetailGroup title="Credit history">
        <UserEntries userId={userId} />
      </DetailGroup>
    </>
  )
}

function UserDetail({ userId, onAsk }: { userId: string; onAsk: (asked: Asked) => void }) {
  const { data: user, error, refetch } = useQuery(userDetail(userId))
  if (error && !user) return <MissingOrFailed what="This user" error={error} onRetry={() => void refetch()} />
  if (!user) return <Skeleton height={280} />
  return (
    <>
      <UserHead user={user} onAct={(act) => onAsk({ user, act })} />
      <UserCredits
        userId={userId}
        onAdjust={user.closedAt ? undefined : () => onAsk({ user, act: 'adjust' })}
        onRefund={(payment) => onAsk({ user, act: 'refund', payment })}
      />
    </>
  )
}

/** Who a user is, what they have, pay and spend, beside the list of users. */
export function UserDrawer({ userId, onClose }: { userId: string | undefined; onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>()
  // Of whom something was asked last: a dialog fades away, and a call ends, after the drawer is gone.
  const [user, setUser] = useState<User>()
  const close = () => setAsked(undefined)
  const [Dialogs, load] = useOnDemand(async () => (await import('./user-dialogs.tsx')).UserDialogs, close)
  const ask = (next: Asked) => {
    if (!Dialogs) load()
    setAsked(next)
    setUser(next.user)
  }
  // Back, or another user: what was asked was not about them.
  if (asked && asked.user.id !== userId) close()
  return (
    <>
      <DetailDrawer what="User" id={userId} size={620} isCovered={asked !== undefined} onClose={onClose}>
        {(shown) => <UserDetail key={shown} userId={shown} onAsk={ask} />}
      </DetailDrawer>
      {Dialogs && user && <Dialogs key={user.id} user={user} asked={asked} onClose={close} />}
    </>
  )
}
