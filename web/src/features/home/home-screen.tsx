import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useUser } from '../../lib/session/use-user.ts'
import { ScreenSkeleton } from '../../ui/feedback/screen-skeleton.tsx'
import { firstStepsQuery } from './home.data.ts'

// Each one is for a different role.
const ConsumerHome = lazyRouteComponent(() => import('./consumer-home.tsx'), 'ConsumerHome')
const EnterpriseHome = lazyRouteComponent(() => import('./enterprise-home.tsx'), 'EnterpriseHome')
const AffiliateHome = lazyRouteComponent(() => import('./affiliate/affiliate-home.tsx'), 'AffiliateHome')

type HomeProps = {
  /** The consumer's orders. */
  ownOrders: ReactNode
  /** The enterprise user's orders in progress. */
  ordersInProgress: ReactNode
  /** The administrator's home, with the first steps. */
  overview: (firstSteps: ReactNode) => ReactNode
}

const RefusedNotice = lazyRouteComponent(() => import('./refused-notice.tsx'), 'RefusedNotice')

// Most visits are of users who have taken their first steps.
const AdminFirstSteps = lazyRouteComponent(() => import('./first-steps/admin-first-steps.tsx'), 'AdminFirstSteps')
const CustomerFirstSteps = lazyRouteComponent(
  () => import('./first-steps/customer-first-steps.tsx'),
  'CustomerFirstSteps',
)

/** The first steps that are left; nothing once all are done, or once they are dismissed. */
function RemainingSteps() {
  const { data } = useQuery(firstStepsQuery())
  const Steps = useUser().role === 'SUPER_ADMIN' ? AdminFirstSteps : CustomerFirstSteps
  if (!data || data.isDismissed || data.steps.every(({ isDone }) => isDone)) return null
  return <Steps steps={data.steps} />
}

/** The home screen, by role. Waits for the first steps, which would push down what is below them. */
export function HomeScreen(props: HomeProps) {
  const { isPending } = useQuery(firstStepsQuery())
  const [refusedPath] = useState(useRouterState({ select: ({ location }) => location.state.refusedPath }))
  if (isPending) return <ScreenSkeleton />
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      {refusedPath && <RefusedNotice path={refusedPath} />}
      <HomeOfRole {...props} />
    </Suspense>
  )
}

function HomeOfRole({ ownOrders, ordersInProgress, overview }: HomeProps) {
  const user = useUser()
  switch (user.role) {
    case 'ENTERPRISE_USER':
      return <EnterpriseHome user={user} firstSteps={<RemainingSteps />} ordersInProgress={ordersInProgress} />
    case 'CONSUMER_USER':
      return <ConsumerHome user={user} firstSteps={<RemainingSteps />} orders={ownOrders} />
    case 'SUPER_ADMIN':
      return overview(<RemainingSteps />)
    case 'AFFILIATE_USER':
      return <AffiliateHome user={user} />
  }
}
