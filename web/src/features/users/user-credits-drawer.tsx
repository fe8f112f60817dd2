import type { Subscription } from '@dooryard/contract/subscriptions'
import type { Transaction } from '@dooryard/contract/transactions'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDay, formatMoney, formatNumber } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { DetailDrawer, DetailGroup } from '../../ui/parts/detail-drawer.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
import { MissingOrFailed } from '../../ui/parts/state-view.tsx'
import { useOnDemand } from '../../ui/use-on-demand.ts'
import { type Person, userSubscriptions } from './user-credits.data.ts'
import { UserEntries, UserPayments } from './user-lists.tsx'
import classes from './users.module.css'

/** `Active until Dec 2, 2026`, and the like. */
function subscriptionWords({ status, currentPeriodEnd, cancelAtPeriodEnd, endedAt, graceUntil }: Subscription): string {
  if (status === 'INACTIVE') return `Ended ${formatDay(endedAt)}`
  if (status === 'PAST_DUE') return `Past due, ends ${formatDay(graceUntil)} unless paid`
  return cancelAtPeriodEnd ? `Ends ${formatDay(currentPeriodEnd)}` : `Renews ${formatDay(currentPeriodEnd)}`
}

/** What is asked over the drawer, and about whom. */
type Asked = { user: Person; refunding?: Transaction }

type UserCreditsProps = { userId: string; onAsk: (asked: Asked) => void }

function UserCredits({ userId, onAsk }: UserCreditsProps) {
  const { data, error, refetch } = useQuery(userSubscriptions(userId))
  if (error && !data) return <MissingOrFailed what="This user" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  const { user, balance, subscriptions } = data
  return (
    <>
      <h2>{nameOf(user)}</h2>
      <p className={classes.hint}>{user.email}</p>
      <DetailGroup title="Credits">
        <Facts
          figures
          facts={[
            { label: 'Subscription', value: formatNumber(balance.subscriptionCredits) },
            { label: 'On demand', value: formatNumber(balance.onDemandCredits) },
            { label: 'Subscription, held', value: formatNumber(balance.subscriptionCreditsHeld) },
          ]}
        />
        <Button className={classes.adjust} variant="default" size="xs" onClick={() => onAsk({ user })}>
          Adjust credits…
        </Button>
      </DetailGroup>
      <DetailGroup title="Subscriptions">
        {subscriptions.length === 0 ? (
          <p className={classes.hint}>Never subscribed.</p>
        ) : (
          <Facts facts={subscriptions.map(subscriptionFact)} />
        )}
      </DetailGroup>
      <DetailGroup title="Payments">
        <UserPayments userId={userId} onRefund={(refunding) => onAsk({ user, refunding })} />
      </DetailGroup>
      <DetailGroup title="Credit history">
        <UserEntries userId={userId} />
      </DetailGroup>
    </>
  )
}

const subscriptionFact = (subscription: Subscription) => ({
  label: `${subscription.planName}, ${formatMoney(subscription.price)}`,
  value: subscriptionWords(subscription),
})

type DialogsProps = { user: Person; asked: Asked | undefined; onClose: () => void }

/** What is asked of one user: another one has dialogs of their own. */
function Dialogs({ user, asked, onClose }: DialogsProps) {
  const [Adjust, loadAdjust] = useOnDemand(async () => (await import('./adjust-dialog.tsx')).AdjustDialog)
  const [Refund, loadRefund] = useOnDemand(async () => (await import('./refund-dialog.tsx')).RefundDialog)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (asked?.refunding) loadRefund()
    else if (asked) loadAdjust()
  }, [asked])
  return (
    <>
      {Adjust && <Adjust user={user} opened={asked !== undefined && !asked.refunding} onClose={onClose} />}
      {Refund && <Refund user={user} payment={asked?.refunding} onClose={onClose} />}
    </>
  )
}

/** What a user has, pays and spends, beside the list of users. */
export function UserCreditsDrawer({ userId, onClose }: { userId: string | undefined; onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>()
  // Of whom something was asked last: a dialog fades away, and a call ends, after the drawer is gone.
  const [user, setUser] = useState<Person>()
  const ask = (next: Asked) => {
    setAsked(next)
    setUser(next.user)
  }
  const close = () => setAsked(undefined)
  // Back, or another user: what was asked was not about them.
  if (asked && asked.user.id !== userId) close()
  return (
    <>
      <DetailDrawer
        what="Credits and payments"
        id={userId}
        size={620}
        isCovered={asked !== undefined}
        onClose={onClose}
      >
        {(shown) => <UserCredits key={shown} userId={shown} onAsk={ask} />}
      </DetailDrawer>
      {user && <Dialogs key={user.id} user={user} asked={asked} onClose={close} />}
    </>
  )
}
