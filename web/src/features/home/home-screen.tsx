import type { ReactNode } from 'react'
import { useUser } from '../../lib/use-user.ts'
import { AffiliateHome } from './affiliate-home.tsx'
import { ConsumerHome } from './consumer-home.tsx'
import { EnterpriseHome } from './enterprise-home.tsx'

type HomeProps = {
  /** A consumer's orders. */
  ownOrders: ReactNode
  /** Those of an enterprise user that are not finished. */
  ordersUnderWay: ReactNode
  /** What an administrator sees. */
  overview: ReactNode
}

/** Where everybody starts: what each role needs to see first. */
export function HomeScreen({ ownOrders, ordersUnderWay, overview }: HomeProps) {
  const user = useUser()
  switch (user.role) {
    case 'ENTERPRISE_USER':
      return <EnterpriseHome user={user} ordersUnderWay={ordersUnderWay} />
    case 'CONSUMER_USER':
      return <ConsumerHome user={user} orders={ownOrders} />
    case 'SUPER_ADMIN':
      return overview
    case 'AFFILIATE_USER':
      return <AffiliateHome user={user} />
  }
}
