import type { User } from '@dooryard/contract/identity/users'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Filter, HandCoins, Search } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useUser } from '../../lib/session/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { ScreenSkeleton } from '../../ui/feedback/screen-skeleton.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { EnterpriseHome } from './enterprise-home.tsx'
import { firstStepsQuery } from './home.data.ts'
import { SavedSearchChangesPanel, type Shortcut, Shortcuts } from './home-lists.tsx'

const shortcuts: readonly Shortcut[] = [
  { to: '/portal/lead-finder', icon: Search, title: 'Lead finder', text: 'Properties by place, owner and loan' },
  { to: '/portal/buyer-finder', icon: HandCoins, title: 'Buyer finder', text: 'Who buys around an address' },
  { to: '/portal/pipeline-builder', icon: Filter, title: 'Pipeline builder', text: 'Stack searches, work your leads' },
]

type ConsumerHomeProps = { user: User; firstSteps: ReactNode; orders: ReactNode }

/** The consumer's home: their orders, shortcuts, and the changes of their saved searches. */
const ConsumerHome = ({ user, firstSteps, orders }: ConsumerHomeProps) => (
  <>
    <PageHeader
      heading={`Welcome, ${user.firstName}`}
      title="Orders"
      lead="Your orders, and how far they have come."
      actions={
        <LinkButton to="/portal/lead-finder" leftSection={<Search size={16} aria-hidden="true" />}>
          Find leads
        </LinkButton>
      }
    />
    <Stack gap={24} miw={0}>
      {firstSteps}
      <Shortcuts shortcuts={shortcuts} />
      {orders}
      <SavedSearchChangesPanel
        emptyText="Save a search in the lead finder to see its new and removed matches here."
        emptyAction={
          <LinkButton variant="default" to="/portal/lead-finder">
            Open the lead finder
          </LinkButton>
        }
      />
    </Stack>
  </>
)

// The other roles do not load the coupon drawer.
const AffiliateHome = lazyRouteComponent(() => import('./affiliate-home.tsx'), 'AffiliateHome')

type HomeProps = {
  /** The consumer's orders. */
  ownOrders: ReactNode
  /** The enterprise user's orders in progress. */
  ordersInProgress: ReactNode
  /** The administrator's home, with the first steps. */
  overview: (firstSteps: ReactNode) => ReactNode
}

// Most visits are of users who have taken their first steps.
const FirstStepsPanel = lazyRouteComponent(() => import('./first-steps.tsx'), 'FirstStepsPanel')

/** The first steps that are left; nothing while they load, once all are done, or once they are dismissed. */
function RemainingSteps() {
  const { data } = useQuery(firstStepsQuery())
  if (!data || data.isDismissed || data.steps.every(({ isDone }) => isDone)) return null
  return (
    <Suspense fallback={null}>
      <FirstStepsPanel steps={data.steps} />
    </Suspense>
  )
}

/** The home screen, by role. */
export function HomeScreen({ ownOrders, ordersInProgress, overview }: HomeProps) {
  const user = useUser()
  switch (user.role) {
    case 'ENTERPRISE_USER':
      return <EnterpriseHome user={user} firstSteps={<RemainingSteps />} ordersInProgress={ordersInProgress} />
    case 'CONSUMER_USER':
      return <ConsumerHome user={user} firstSteps={<RemainingSteps />} orders={ownOrders} />
    case 'SUPER_ADMIN':
      return overview(<RemainingSteps />)
    case 'AFFILIATE_USER':
      return (
        <Suspense fallback={<ScreenSkeleton />}>
          <AffiliateHome user={user} />
        </Suspense>
      )
  }
}
