import type { AdminUser } from '@dooryard/contract/admin-users'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { userDetail } from '../../entities/user/user.data.ts'
import { formatDay, titleCase } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { stateOf } from '../../lib/user-state.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { LinkTabs } from '../../ui/layout/link-tabs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { OverviewTab } from './overview-tab.tsx'
import { type StatisticsState, type Tab, tabs } from './statistics.data.ts'

// Each is looked at by itself.
const CreditsTab = lazy(async () => ({ default: (await import('./credits-tab.tsx')).CreditsTab }))
const OrdersTab = lazy(async () => ({ default: (await import('./list-tabs.tsx')).OrdersTab }))
const SessionsTab = lazy(async () => ({ default: (await import('./list-tabs.tsx')).SessionsTab }))
const AuditTab = lazy(async () => ({ default: (await import('./list-tabs.tsx')).AuditTab }))

const labels: Record<Tab, string> = {
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

/** A role may have changed since the account was made, and the address of one that is closed is nobody's. */
const formatLead = ({ email, role, createdAt, closedAt }: AdminUser) =>
  closedAt
    ? `${titleCase(role)} · Account from ${formatDay(createdAt)} until ${formatDay(closedAt)}`
    : `${email} · ${titleCase(role)} · Account since ${formatDay(createdAt)}`

type StatisticsProps = {
  userId: string
  state: StatisticsState
  onState: OnState
  /** What can be done with the user. */
  acts: (user: AdminUser) => ReactNode
  /** What signs them out everywhere. */
  signOut: (user: AdminUser) => ReactNode
}

function Shown({ user, state, onState, signOut }: Omit<StatisticsProps, 'userId' | 'acts'> & { user: AdminUser }) {
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

/** What a user did and has: figures, credits, orders, sessions, and what the audit log says of them. */
export function StatisticsScreen({ userId, state, onState, acts, signOut }: StatisticsProps) {
  const { data: user, error, refetch } = useQuery(userDetail(userId))
  const skeleton = <Skeleton height={420} radius="md" role="status" aria-label="Loading the statistics" />
  if (error && !user) {
    return (
      <>
        <PageHeader heading={title} title={title} trail={trail} />
        <MissingOrFailed
          what="This user"
          wayBack={{ to: '/portal/users', label: 'Back to Users' }}
          error={error}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  return (
    <>
      <PageHeader
        heading={user ? nameOf(user) : title}
        badge={user && <Tag {...stateOf(user)} />}
        title={title}
        trail={trail}
        lead={user ? formatLead(user) : ' '}
        actions={user && acts(user)}
      />
      <LinkTabs
        label={title}
        tabs={tabs.map((tab) => ({ value: tab, label: labels[tab] }))}
        open={state.tab}
        linkTo={(tab) => ({
          from: '/portal/users/$id/statistics',
          to: '/portal/users/$id/statistics',
          params: { id: userId },
          search: (old) => ({ ...old, tab, page: 1 }),
        })}
      />
      <Suspense fallback={skeleton}>
        {user ? <Shown user={user} state={state} onState={onState} signOut={signOut} /> : skeleton}
      </Suspense>
    </>
  )
}
