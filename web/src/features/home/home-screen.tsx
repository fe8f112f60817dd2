import { useUser } from '../../lib/use-user.ts'
import { AdminHome } from './admin-home.tsx'
import { AffiliateHome } from './affiliate-home.tsx'
import { ConsumerHome } from './consumer-home.tsx'
import { EnterpriseHome } from './enterprise-home.tsx'

/** Where everybody starts: what each role needs to see first. */
export function HomeScreen() {
  const user = useUser()
  switch (user.role) {
    case 'ENTERPRISE_USER':
      return <EnterpriseHome user={user} />
    case 'CONSUMER_USER':
      return <ConsumerHome user={user} />
    case 'SUPER_ADMIN':
      return <AdminHome />
    case 'AFFILIATE_USER':
      return <AffiliateHome user={user} />
  }
}
