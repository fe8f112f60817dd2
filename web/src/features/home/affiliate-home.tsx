import type { User } from '@dooryard/contract/users'
import { formatDay } from '../../lib/format.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { AffiliateCoupons } from './affiliate-coupons.tsx'
import classes from './home.module.css'

/** An affiliate's home: what their coupons brought, and whose account this is. */
export function AffiliateHome({ user }: { user: User }) {
  return (
    <>
      <PageHeader heading={`Welcome, ${user.firstName}`} title="Home" lead="You are signed in as an affiliate." />
      <div className={classes.affiliate}>
        <AffiliateCoupons />
        <Panel title="Your account">
          <Facts
            facts={[
              { label: 'Name', value: `${user.firstName} ${user.lastName}` },
              { label: 'Email', value: user.email },
              { label: 'Phone', value: user.phone },
              ...(user.companyName ? [{ label: 'Company', value: user.companyName }] : []),
              { label: 'Member since', value: formatDay(user.createdAt) },
            ]}
          />
        </Panel>
      </div>
    </>
  )
}
