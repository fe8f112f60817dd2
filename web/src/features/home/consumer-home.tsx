import type { User } from '@dooryard/contract/users'
import { Filter, HandCoins, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/display/links.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import classes from './home.module.css'
import { type Shortcut, Shortcuts } from './shortcuts.tsx'

const shortcuts: readonly Shortcut[] = [
  { to: '/portal/lead-finder', icon: Search, title: 'Lead finder', text: 'Properties by place, owner and loan' },
  { to: '/portal/buyer-finder', icon: HandCoins, title: 'Buyer finder', text: 'Who buys around an address' },
  {
    to: '/portal/pipeline-builder',
    icon: Filter,
    title: 'Pipeline builder',
    text: 'Stack searches, work your leads',
  },
]

/** A consumer's home, which is their orders screen, with the ways to more and what changed of their saved searches. */
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
      <div className={classes.stack}>
        <Shortcuts shortcuts={shortcuts} />
        {orders}
        <ChangesPanel emptyText="Save a search in the lead finder, and see here what enters it and what leaves." />
      </div>
    </>
  )
}
