import type { AdminUser } from '@dooryard/contract/identity/admin/admin-users'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { userDetailQuery } from '../../entities/user/user.data.ts'
import { formatDay, toTitleCase } from '../../lib/format/format.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { getUserStateTag } from '../../lib/labels/user-state.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { LinkTabs } from '../../ui/layout/link-tabs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { OverviewTab } from './overview-tab.tsx'
import { type StatisticsState, type Tab, tabs } from './statistics.data.ts'

// Loaded lazily: each tab is viewed by itself.
const CreditsTab = lazy(async () => ({ default: (await import('./credits-tab.tsx')).CreditsTab }))
const OrdersTab = lazy(async () => ({ default: (await import('./list-tabs.tsx')).OrdersTab }))
const SessionsTab = lazy(async () => ({ default: (await import('./list-tabs.tsx')).SessionsTab }))
const AuditTab = lazy(async () => ({ default: (await import('./list-tabs.tsx')).AuditTab }))

const tabLabels: Record<Tab, string> = {
  overview: 'Overview',
  credits: 'Credits',
  orders: 'Orders',
  sessions: 'Sessions',
  audit: 'Audit trail',
}

const title = 'User Statistics'

const trail = [
  <Link key="users" to="/portal/users">
    Users
  </Link>,
]

/**
 * The role may have changed since the account was created, and the address of a closed account no longer identifies
 * anyone.
 */
const formatLead = ({ email, role, createdAt, closedAt }: AdminUser) =>
  closedAt
    ? `${toTitleCase(role)} · Account from ${formatDay(createdAt)} until ${formatDay(closedAt)}`
    : `${email} · ${toTitleCase(role)} · Account since ${formatDay(createdAt)}`

type StatisticsProps = {
  userId: string
  state: StatisticsState
  onState: OnTableStateChange
  /** The actions on the user. */
  actions: (user: AdminUser) => ReactNode
  /** The action that ends all their sessions. */
  signOut: (user: AdminUser) => ReactNode
}

function StatisticsContent({
  user,
  state,
  onState,
  signOut,
}: Omit<StatisticsProps, 'userId' | 'actions'> & { user: AdminUser }) {
  const { tab, page, limit, side, period, from, to } = state
  const list = { userId: user.id, state: { page, limit }, onState }
  switch (tab) {
    case 'overview':
      return <OverviewTab user={user} state={{ period, from, to }} onState={onState} />
    case 'credits':
      return <CreditsTab {...list} />
    case 'orders':
      return <OrdersTab {...list} />
    case 'sessions':
      return <SessionsTab {...list} signOut={signOut(user)} />
    case 'audit':
      return <AuditTab {...list} state={{ page, limit, side }} />
  }
}

/** Everything about a user: figures, credits, orders, sessions and audit log. */
export function StatisticsScreen({ userId, state, onState, actions, signOut }: StatisticsProps) {
  const { data: user, error, refetch } = useQuery(userDetailQuery(userId))
  const skeleton = <Skeleton height={420} radius="md" role="status" aria-label="Loading the statistics" />
  if (error && !user) {
    return (
      <>
        <PageHeader heading={title} title={title} trail={trail} />
        <NotFoundOrError
          what="This user"
          backLink={{ to: '/portal/users', label: 'Back to Users' }}
          error={error}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  return (
    <>
      <PageHeader
        heading={user ? formatUserName(user) : title}
        badge={user && <Tag {...getUserStateTag(user)} />}
        title={title}
        trail={trail}
        lead={user ? formatLead(user) : ' '}
        actions={user && actions(user)}
      />
      <LinkTabs
        label={title}
        tabs={tabs.map((tab) => ({ value: tab, label: tabLabels[tab] }))}
        open={state.tab}
        linkTo={(tab) => ({
          from: '/portal/users/$id/statistics',
          to: '/portal/users/$id/statistics',
          params: { id: userId },
          search: (old) => ({ ...old, tab, page: 1 }),
        })}
      />
      <Suspense fallback={skeleton}>
        {user ? <StatisticsContent user={user} state={state} onState={onState} signOut={signOut} /> : skeleton}
      </Suspense>
    </>
  )
}
