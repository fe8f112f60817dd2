import type { User } from '@dooryard/contract/users'
import { Search } from 'lucide-react'
import { LinkButton } from '../../ui/parts/link-button.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import { StateView } from '../../ui/parts/state-view.tsx'
import { BalancePanel } from './balance-panel.tsx'
import classes from './home.module.css'

/** A consumer's home: the way to the search, and the balance. */
export function ConsumerHome({ user }: { user: User }) {
  return (
    <>
      <PageHeader heading={`Welcome, ${user.firstName}`} title="Home" />
      <div className={classes.columns}>
        <Panel title="Find leads">
          <StateView
            icon={Search}
            title="Who owns what, and where their mail goes"
            text="Filter by place, building and owner. The exact count follows every change, and counting is free."
            action={<LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>}
          />
        </Panel>
        <BalancePanel />
      </div>
    </>
  )
}
