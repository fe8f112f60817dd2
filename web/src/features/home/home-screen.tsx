import { useUser } from '../../lib/use-user.ts'
import type { OnState } from '../../ui/table/columns.ts'
import { AdminHome } from './admin-home.tsx'
import { AffiliateHome } from './affiliate-home.tsx'
import { ConsumerHome } from './consumer-home.tsx'
import { EnterpriseHome } from './enterprise-home.tsx'

type HomeProps = { state: { page: number; limit: number }; onState: OnState }

/** Where everybody starts: what each role needs to see first. */
export function HomeScreen(props: HomeProps) {
  const user = useUser()
  switch (user.role) {
    case 'ENTERPRISE_USER':
      return <EnterpriseHome user={user} />
    case 'CONSUMER_USER':
      return <ConsumerHome user={user} />
    case 'SUPER_ADMIN':
      return <AdminHome {...props} />
    case 'AFFILIATE_USER':
      return <AffiliateHome user={user} />
  }
}
