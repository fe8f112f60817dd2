import type { Coupon } from '@dooryard/contract/billing/coupons'
import { coupons } from '@dooryard/contract/billing/coupons'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Redemptions } from '../../entities/coupon/redemptions.tsx'
import { buildQuery } from '../../lib/api/query.ts'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { formatCouponBenefit } from '../../lib/labels/coupon-benefit.ts'
import { formatCouponPeriod, getCouponStateTag } from '../../lib/labels/coupon-state.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/overlay/detail-drawer.tsx'
import { formatUses, targetLabels } from './coupon-labels.ts'

function CouponDetail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(buildQuery(coupons.get, { params: { id } }))
  if (error && !data) return <NotFoundOrError what="This coupon" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  return (
    <>
      <DetailGroup title={data.code}>
        <DescriptionList items={toFacts(data)} />
      </DetailGroup>
      <DetailGroup title="Redemptions">
        <Redemptions id={id} by="who" none="No redemptions yet." />
      </DetailGroup>
    </>
  )
}

const toFacts = (coupon: Coupon) => [
  { label: 'State', value: <Tag {...getCouponStateTag(coupon)} /> },
  { label: 'Discount', value: formatCouponBenefit(coupon) },
  { label: 'Applies to', value: targetLabels[coupon.appliesTo] },
  { label: 'Valid', value: formatCouponPeriod(coupon) },
  { label: 'Redeemed', value: formatUses(coupon) },
  { label: 'Limit per user', value: formatNumber(coupon.perUserLimit) },
  { label: 'Affiliate', value: coupon.affiliateEmail ?? 'None' },
  { label: 'Created', value: formatDay(coupon.createdAt) },
]

/** A coupon and the purchases that redeemed it. */
export const RedemptionsDrawer = ({ id, onClose }: { id: string | undefined; onClose: () => void }) => (
  <DetailDrawer what="Coupon" id={id} size={520} onClose={onClose}>
    {(shown) => <CouponDetail key={shown} id={shown} />}
  </DetailDrawer>
)
