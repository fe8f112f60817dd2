import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { type AdminUser, adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminSecondFactor } from '@dooryard/contract/identity/second-factor'
import type { User } from '@dooryard/contract/identity/users'
import { Box, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { userDetailQuery, userSubscriptionsQuery } from '../../entities/user/user.data.ts'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import {
  emptyValue,
  formatAgo,
  formatDay,
  formatMoney,
  formatNumber,
  pluralize,
  toTitleCase,
} from '../../lib/format/format.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { formatSubscription } from '../../lib/labels/subscription-labels.ts'
import { getUserStateTag } from '../../lib/labels/user-state.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Tag } from '../../ui/display/badges.tsx'
import { type DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { LoadFailure, NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { DetailDrawer, DetailGroup } from '../../ui/overlay/detail-drawer.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { UserNotes } from './notes/user-notes.tsx'
import { ActionButtons, CommissionsLink, useUserDialogs } from './user-actions.tsx'
import { UserEntries, UserPayments } from './user-lists.tsx'
import { canInvite, type UserAction, type UserDialogRequest } from './user-rules.ts'
import { lastSessionQuery, refreshAllOptions } from './users.data.ts'
import classes from './users.module.css'

type HeadProps = { user: AdminUser; onAct: (action: UserAction) => void }

const smallButton = { variant: 'default', size: 'compact-sm' } as const

/** A value with its action to the right, or below on narrow screens. */
const EditableValue = ({ value, children }: { value: ReactNode; children: ReactNode }) => (
  // Buttons are taller than a line; labels and values without a button share their baseline.
  <Group component="span" justify="space-between" gap="6px 12px" mih={26} my={-3}>
    <span>{value}</span>
    <Group component="span" gap={6}>
      {children}
    </Group>
  </Group>
)

function InviteButton({ user: { id, email } }: { user: User }) {
  const runExclusive = useSingleFlight()
  const invite = useEndpointMutation(adminUsers.invite, {
    ...refreshAllOptions,
    onSuccess: () => showSuccessToast(`Invited ${email}`),
  })
  return (
    <Button
      {...smallButton}
      loading={invite.isPending}
      onClick={() => runExclusive((release) => invite.mutate({ params: { id } }, { onSettled: release }))}
    >
      Send invitation
    </Button>
  )
}

function LastSession({ user, onAct }: HeadProps) {
  const { data, error, refetch } = useQuery(lastSessionQuery(user.id))
  if (error && !data)
    return (
      <EditableValue value="Could not be loaded">
        <Button {...smallButton} onClick={() => void refetch()}>
          Try Again
        </Button>
      </EditableValue>
    )
  if (!data) return <Skeleton height={20} />
  const [last] = data.items
  if (!last) return 'No sessions'
  const seen = formatAgo(Date.parse(last.lastSeenAt), getServerTime())
  return (
    <EditableValue value={`${pluralize(data.totalCount, 'session')}, last seen ${seen}`}>
      <ActionButtons user={user} actions={['signOut']} size="compact-sm" onAct={onAct} />
    </EditableValue>
  )
}

function SecondFactor({ user, onAct }: HeadProps) {
  const { data, error, refetch } = useQuery(buildQuery(adminSecondFactor.get, { params: { id: user.id } }))
  if (error && !data)
    return (
      <EditableValue value="Could not be loaded">
        <Button {...smallButton} onClick={() => void refetch()}>
          Try Again
        </Button>
      </EditableValue>
    )
  if (!data) return <Skeleton height={20} />
  const isOn = data.methods.length > 0
  return (
    <EditableValue value={isOn ? 'On' : data.isRequired ? 'Off, required by the role' : 'Off'}>
      {isOn && <ActionButtons user={user} actions={['secondFactor']} size="compact-sm" onAct={onAct} />}
    </EditableValue>
  )
}

/** The details of a user, or what remains of a closed account. */
function toUserFacts({ user, onAct }: HeadProps): DescriptionItem[] {
  const state = <Tag {...getUserStateTag(user)} />
  const role = toTitleCase(user.role)
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
        <EditableValue value={state}>
          {canInvite(user) && <InviteButton user={user} />}
          {change('state')}
        </EditableValue>
      ),
    },
    { label: 'Role', value: <EditableValue value={role}>{change('role')}</EditableValue> },
    { label: 'Sessions', value: <LastSession user={user} onAct={onAct} /> },
    { label: 'Two-step verification', value: <SecondFactor user={user} onAct={onAct} /> },
    { label: 'Phone', value: user.phone },
    { label: 'Company', value: user.companyName || emptyValue },
    created,
  ]
}

/** A user's details with the administrator's actions; none on a closed account. */
function UserHead({ user, onAct }: HeadProps) {
  const { id, firstName, email, role, closedAt } = user
  return (
    <>
      <Group gap={14} wrap="nowrap">
        <Avatar user={user} size={44} />
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Title order={2}>{formatUserName(user)}</Title>
          <Text c="dimmed">{closedAt ? 'Personal data erased' : email}</Text>
        </Box>
      </Group>
      <Group gap={8} mt={16} mb={20}>
        <LinkButton variant="default" size="xs" to="/portal/users/$id/statistics" params={{ id }}>
          Statistics
        </LinkButton>
        {role === 'AFFILIATE_USER' && <CommissionsLink id={id} />}
        {!closedAt && (
          <>
            <ActionButtons user={user} actions={['actAs']} label={`Impersonate ${firstName}…`} onAct={onAct} />
            <ActionButtons user={user} actions={['edit', 'email']} onAct={onAct} />
          </>
        )}
      </Group>
      <div className={classes.facts}>
        <DescriptionList items={toUserFacts({ user, onAct })} />
      </div>
    </>
  )
}

const toSubscriptionFact = (subscription: Subscription): DescriptionItem => ({
  label: `${subscription.planName}, ${formatMoney(subscription.price)}`,
  value: formatSubscription(subscription),
})

type UserProps = { user: AdminUser; onOpenDialog: (request: UserDialogRequest) => void }

/** A user's credits, subscription and payments. */
function UserCredits({ user, onOpenDialog }: UserProps) {
  const { data, error, refetch } = useQuery(userSubscriptionsQuery(user.id))
  if (error && !data) return <LoadFailure what="Their credits" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton mt={28} height={240} />
  const { balance, subscriptions } = data
  return (
    <>
      <DetailGroup title="Credits">
        <DescriptionList
          isNumeric
          items={[
            { label: 'Plan credits', value: formatNumber(balance.subscriptionCredits) },
            { label: 'Pay-as-you-go credits', value: formatNumber(balance.onDemandCredits) },
            { label: 'On hold', value: formatNumber(balance.subscriptionCreditsHeld) },
          ]}
        />
        {!user.closedAt && (
          <Box mt={12}>
            <ActionButtons user={user} actions={['adjust']} onAct={(action) => onOpenDialog({ user, action })} />
          </Box>
        )}
      </DetailGroup>
      <DetailGroup title="Subscriptions">
        {subscriptions.length === 0 ? (
          <Text c="dimmed">No subscriptions</Text>
        ) : (
          <DescriptionList items={subscriptions.map(toSubscriptionFact)} />
        )}
      </DetailGroup>
      <DetailGroup title="Payments">
        <UserPayments userId={user.id} onRefund={(payment) => onOpenDialog({ user, action: 'refund', payment })} />
      </DetailGroup>
      <DetailGroup title="Credit history">
        <UserEntries userId={user.id} />
      </DetailGroup>
    </>
  )
}

function UserDetail({ userId, onOpenDialog }: { userId: string; onOpenDialog: UserProps['onOpenDialog'] }) {
  const { data: user, error, refetch } = useQuery(userDetailQuery(userId))
  if (error && !user) return <NotFoundOrError what="This user" error={error} onRetry={() => void refetch()} />
  if (!user) return <Skeleton height={280} />
  return (
    <>
      <UserHead user={user} onAct={(action) => onOpenDialog({ user, action })} />
      <DetailGroup title="Notes">
        <UserNotes userId={user.id} canAdd={!user.closedAt} />
      </DetailGroup>
      <UserCredits user={user} onOpenDialog={onOpenDialog} />
    </>
  )
}

/** Details of a user, alongside the list of users. */
export function UserDrawer({ userId, onClose }: { userId: string | undefined; onClose: () => void }) {
  const { request, openDialog, dialogs } = useUserDialogs()
  // The dialog belonged to another user, or the drawer was closed.
  if (request && request.user.id !== userId) openDialog(undefined)
  return (
    <>
      <DetailDrawer what="User" id={userId} size={620} isCovered={request !== undefined} onClose={onClose}>
        {(shown) => <UserDetail key={shown} userId={shown} onOpenDialog={openDialog} />}
      </DetailDrawer>
      {dialogs}
    </>
  )
}
