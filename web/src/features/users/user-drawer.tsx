import { type AdminUser, adminUsers } from '@dooryard/contract/admin-users'
import type { Subscription } from '@dooryard/contract/subscriptions'
import type { User } from '@dooryard/contract/users'
import { Box, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { userDetail, userSubscriptions } from '../../entities/user/user.data.ts'
import { serverNow } from '../../lib/clock.ts'
import { formatAgo, formatDay, formatMoney, formatNumber, plural, titleCase, unknown } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { subscriptionWords } from '../../lib/subscription-words.ts'
import { useCall } from '../../lib/use-call.ts'
import { stateOf } from '../../lib/user-state.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Tag } from '../../ui/display/badges.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { LoadFailure, MissingOrFailed } from '../../ui/display/state-view.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { ActionButtons, useUserDialogs } from './user-actions.tsx'
import { UserEntries, UserPayments } from './user-lists.tsx'
import { type Asked, mayBeInvited, type UserAction } from './user-rules.ts'
import { lastSession, refreshesAll } from './users.data.ts'
import classes from './users.module.css'

type HeadProps = { user: AdminUser; onAct: (action: UserAction) => void }

const small = { variant: 'default', size: 'compact-sm' } as const

/** What a thing is, and to its right what changes it, or below it where there is no room. */
const Changeable = ({ value, children }: { value: ReactNode; children: ReactNode }) => (
  // The buttons are taller than a line, and the names beside them stand on the line; so do values without a button.
  <Group component="span" justify="space-between" gap="6px 12px" mih={26} my={-3}>
    <span>{value}</span>
    <Group component="span" gap={6}>
      {children}
    </Group>
  </Group>
)

function InviteButton({ user: { id, email } }: { user: User }) {
  const singly = useSingleFlight()
  const invite = useCall(adminUsers.invite, { ...refreshesAll, onSuccess: () => toastDone(`Invited ${email}`) })
  return (
    <Button
      {...small}
      loading={invite.isPending}
      onClick={() => singly((land) => invite.mutate({ params: { id } }, { onSettled: land }))}
    >
      Send invitation
    </Button>
  )
}

function SignedIn({ user, onAct }: HeadProps) {
  const { data, error, refetch } = useQuery(lastSession(user.id))
  if (error && !data)
    return (
      <Changeable value="Could not be loaded">
        <Button {...small} onClick={() => void refetch()}>
          Try Again
        </Button>
      </Changeable>
    )
  if (!data) return <Skeleton height={20} />
  const [last] = data.items
  if (!last) return 'Nowhere'
  const seen = formatAgo(Date.parse(last.lastSeenAt), serverNow())
  return (
    <Changeable value={`${plural(data.totalCount, 'session')}, last seen ${seen}`}>
      <ActionButtons user={user} actions={['signOut']} size="compact-sm" onAct={onAct} />
    </Changeable>
  )
}

/** What is known of a user, and of one who has closed their account what is left. */
function userFacts({ user, onAct }: HeadProps): Fact[] {
  const state = <Tag {...stateOf(user)} />
  const role = titleCase(user.role)
  const created = { label: 'Created', value: formatDay(user.createdAt) }
  if (user.closedAt)
    return [
      { label: 'State', value: state },
      { label: 'Role', value: role },
      created,
      { label: 'Closed', value: formatDay(user.closedAt) },
    ]
  const change = (action: UserAction) => (
    <ActionButtons user={user} actions={[action]} size="compact-sm" onAct={onAct} />
  )
  return [
    {
      label: 'State',
      value: (
        <Changeable value={state}>
          {mayBeInvited(user) && <InviteButton user={user} />}
          {change('state')}
        </Changeable>
      ),
    },
    { label: 'Role', value: <Changeable value={role}>{change('role')}</Changeable> },
    { label: 'Signed in', value: <SignedIn user={user} onAct={onAct} /> },
    { label: 'Phone', value: user.phone },
    { label: 'Company', value: user.companyName || unknown },
    created,
  ]
}

/** Who a user is, and what an administrator can do about it: nothing, where they have closed their account. */
function UserHead({ user, onAct }: HeadProps) {
  const { id, firstName, email, closedAt } = user
  return (
    <>
      <Group gap={14} wrap="nowrap">
        <Avatar user={user} size={44} />
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Title order={2}>{nameOf(user)}</Title>
          <Text c="dimmed">{closedAt ? 'Who it was is erased.' : email}</Text>
        </Box>
      </Group>
      <Group gap={8} mt={16} mb={20}>
        <LinkButton variant="default" size="xs" to="/portal/users/$id/statistics" params={{ id }}>
          Statistics
        </LinkButton>
        {!closedAt && (
          <>
            <ActionButtons user={user} actions={['actAs']} label={`Act as ${firstName}…`} onAct={onAct} />
            <ActionButtons user={user} actions={['edit']} onAct={onAct} />
          </>
        )}
      </Group>
      <div className={classes.facts}>
        <Facts facts={userFacts({ user, onAct })} />
      </div>
    </>
  )
}

const toSubscriptionFact = (subscription: Subscription): Fact => ({
  label: `${subscription.planName}, ${formatMoney(subscription.price)}`,
  value: subscriptionWords(subscription),
})

type UserProps = { user: AdminUser; onAsk: (asked: Asked) => void }

/** What a user has, pays and spends. */
function UserCredits({ user, onAsk }: UserProps) {
  const { data, error, refetch } = useQuery(userSubscriptions(user.id))
  if (error && !data) return <LoadFailure what="Their credits" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton mt={28} height={240} />
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
        {!user.closedAt && (
          <Box mt={12}>
            <ActionButtons user={user} actions={['adjust']} onAct={(action) => onAsk({ user, action })} />
          </Box>
        )}
      </DetailGroup>
      <DetailGroup title="Subscriptions">
        {subscriptions.length === 0 ? (
          <Text c="dimmed">Never subscribed.</Text>
        ) : (
          <Facts facts={subscriptions.map(toSubscriptionFact)} />
        )}
      </DetailGroup>
      <DetailGroup title="Payments">
        <UserPayments userId={user.id} onRefund={(payment) => onAsk({ user, action: 'refund', payment })} />
      </DetailGroup>
      <DetailGroup title="Credit history">
        <UserEntries userId={user.id} />
      </DetailGroup>
    </>
  )
}

function UserDetail({ userId, onAsk }: { userId: string; onAsk: UserProps['onAsk'] }) {
  const { data: user, error, refetch } = useQuery(userDetail(userId))
  if (error && !user) return <MissingOrFailed what="This user" error={error} onRetry={() => void refetch()} />
  if (!user) return <Skeleton height={280} />
  return (
    <>
      <UserHead user={user} onAct={(action) => onAsk({ user, action })} />
      <UserCredits user={user} onAsk={onAsk} />
    </>
  )
}

/** Who a user is, what they have, pay and spend, beside the list of users. */
export function UserDrawer({ userId, onClose }: { userId: string | undefined; onClose: () => void }) {
  const { asked, ask, dialogs } = useUserDialogs()
  // Back, or another user: what was asked was not about them.
  if (asked && asked.user.id !== userId) ask(undefined)
  return (
    <>
      <DetailDrawer what="User" id={userId} size={620} isCovered={asked !== undefined} onClose={onClose}>
        {(shown) => <UserDetail key={shown} userId={shown} onAsk={ask} />}
      </DetailDrawer>
      {dialogs}
    </>
  )
}
