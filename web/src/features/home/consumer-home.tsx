import type { User } from '@dooryard/contract/users'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/parts/link-button.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'

/** A consumer's home, which is their orders screen, with the way to more. */
export function ConsumerHome({ user, orders }: { user: User; orders: ReactNode }) {
  return (
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
      {orders}
    </>
  )
}
