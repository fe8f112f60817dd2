import type { User } from '@dooryard/contract/identity/users'
import { Stack } from '@mantine/core'
import { Filter, HandCoins, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/display/links.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SavedSearchChangesPanel, type Shortcut, Shortcuts } from './home-lists.tsx'

const shortcuts: readonly Shortcut[] = [
  { to: '/portal/lead-finder', icon: Search, title: 'Lead finder', text: 'Search properties and owners' },
  { to: '/portal/buyer-finder', icon: HandCoins, title: 'Buyer finder', text: 'Find cash buyers near an address' },
  { to: '/portal/pipeline-builder', icon: Filter, title: 'Pipeline builder', text: 'List stacking and lead CRM' },
]

type ConsumerHomeProps = { user: User; firstSteps: ReactNode; orders: ReactNode }

/** The consumer's home: their orders, shortcuts, and the changes of their saved searches. */
export const ConsumerHome = ({ user, firstSteps, orders }: ConsumerHomeProps) => (
  <>
    <PageHeader
      heading={`Welcome, ${user.firstName}`}
      title="Orders"
      lead="Track your orders"
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
