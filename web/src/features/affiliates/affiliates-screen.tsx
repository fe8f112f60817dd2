import { adminAffiliates, commissionHoldingDays } from '@dooryard/contract/billing/affiliates'
import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { ListScreen } from '../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { affiliateColumns } from './affiliate-columns.tsx'

type AffiliatesState = {
  page: number
  limit: number
  search?: string | undefined
  /** The affiliate whose commissions are shown. */
  affiliate?: string | undefined
}

/** Affiliates with their commission, what they earned and what was paid out. */
export function AffiliatesScreen({ state, onState }: { state: AffiliatesState; onState: OnTableStateChange }) {
  const { affiliate, ...query } = state
  const Drawer = useLazyLoadWhen(async () => (await import('./affiliate-drawer.tsx')).AffiliateDrawer, affiliate)
  return (
    <>
      <ListScreen
        header={{
          heading: 'Affiliates',
          title: 'Affiliates',
          lead: `Commissions on payments of customers who redeemed an affiliate’s coupon. Payable after ${commissionHoldingDays} days, net of refunds.`,
        }}
        label="Affiliates"
        columns={affiliateColumns}
        result={useQuery(buildLiveQuery(adminAffiliates.list, { query }))}
        state={query}
        onState={onState}
        searchBy="name, email or company"
        empty={{
          icon: Handshake,
          title: 'No affiliates yet',
          text: 'Give a user the Affiliate role and assign coupons to them.',
        }}
      />
      {Drawer && <Drawer id={affiliate} onClose={() => onState({ affiliate: undefined })} />}
    </>
  )
}
