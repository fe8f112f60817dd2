import { type couponStates, coupons } from '@dooryard/contract/billing/coupons'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BadgePercent, Plus } from 'lucide-react'
import { useState } from 'react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { useOpenByHash } from '../../ui/hooks/use-open-by-hash.ts'
import { ListScreen } from '../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { couponColumns } from './coupon-columns.tsx'
import type { EditedCoupon } from './coupon-dialog.tsx'

type CouponsState = {
  page: number
  limit: number
  search?: string | undefined
  state?: (typeof couponStates)[number] | undefined
  /** The coupon whose redemptions are shown. */
  coupon?: string | undefined
}

/** The coupons: their terms, redemptions, and the affiliate who sees them. */
export function CouponsScreen({ state, onState }: { state: CouponsState; onState: OnTableStateChange }) {
  const { coupon, ...query } = state
  const [edited, setEdited] = useState<EditedCoupon>()
  const [dialog, open] = useDialog(async () => (await import('./coupon-dialog.tsx')).CouponDialog)
  const Drawer = useLazyLoadWhen(async () => (await import('./redemptions-drawer.tsx')).RedemptionsDrawer, coupon)
  const edit = (next: EditedCoupon) => {
    setEdited(next)
    open()
  }
  useOpenByHash(() => edit('new'))
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => edit('new')}>
      Create coupon
    </Button>
  )
  return (
    <>
      <ListScreen
        header={{
          heading: 'Coupons',
          title: 'Coupons',
          lead: 'Codes entered at checkout. Affiliates see the coupons assigned to them.',
          actions: make,
        }}
        label="Coupons"
        columns={couponColumns(edit)}
        result={useQuery(buildLiveQuery(coupons.list, { query }))}
        state={query}
        onState={onState}
        searchBy="code"
        empty={{
          icon: BadgePercent,
          title: 'No coupons yet',
          text: 'A coupon lowers the price or adds credits.',
          action: make,
        }}
      />
      {Drawer && <Drawer id={coupon} onClose={() => onState({ coupon: undefined })} />}
      {edited && dialog({ edited })}
    </>
  )
}
