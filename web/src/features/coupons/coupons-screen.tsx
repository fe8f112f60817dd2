import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BadgePercent, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { StateView } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { couponColumns } from './coupon-columns.tsx'
import type { Edited } from './coupon-dialog.tsx'
import { type CouponsState, couponPage } from './coupons.data.ts'

type CouponsProps = { state: CouponsState & { coupon?: string | undefined }; onState: OnState }

/** The coupons: what they give, how often they were redeemed, and who sees that. */
export function CouponsScreen({ state, onState }: CouponsProps) {
  const { coupon, ...asked } = state
  const [edited, setEdited] = useState<Edited>()
  const [Dialog, loadDialog] = useOnDemand(async () => (await import('./coupon-dialog.tsx')).CouponDialog)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (edited && !Dialog) loadDialog()
  }, [edited])
  const [Drawer, loadDrawer] = useOnDemand(async () => (await import('./redemptions-drawer.tsx')).RedemptionsDrawer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (coupon && !Drawer) loadDrawer()
  }, [coupon])
  // The same at each render: other columns would be other cells, and the focus could not go back to what is gone.
  const [columns] = useState(() => couponColumns(setEdited))
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited('new')}>
      Make a coupon
    </Button>
  )
  return (
    <>
      <PageHeader
        heading="Coupons"
        title="Coupons"
        lead="Codes that people type where they buy. An affiliate sees those assigned to them."
        actions={make}
      />
      <DataTable
        label="Coupons"
        columns={columns}
        result={useQuery(couponPage(asked))}
        rowId={({ id }) => id}
        state={asked}
        onState={onState}
        searchBy="code"
        empty={<StateView icon={BadgePercent} title="There are no coupons yet" action={make} />}
      />
      {Drawer && <Drawer id={coupon} onClose={() => onState({ coupon: undefined })} />}
      {Dialog && <Dialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
