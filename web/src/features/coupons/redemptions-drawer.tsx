import type { Coupon } from '@dooryard/contract/coupons'
import { coupons } from '@dooryard/contract/coupons'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Redemptions } from '../../entities/coupon/redemptions.tsx'
import { giftOf } from '../../lib/coupon-gift.ts'
import { stateOf, windowOf } from '../../lib/coupon-state.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { formatUses, targetLabels } from './coupon-labels.ts'

function CouponDetail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryOf(coupons.get, { params: { id } }))
  if (error && !data) return <MissingOrFailed what="This coupon" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  return (
    <>
      <DetailGroup title={data.code}>
        <Facts facts={factsOf(data)} />
      </DetailGroup>
      <DetailGroup title="Redemptions">
        <Redemptions id={id} by="who" none="Nobody has redeemed it yet." />
      </DetailGroup>
    </>
  )
}

const factsOf = (coupon: Coupon) => [
  { label: 'State', value: <Tag {...stateOf(coupon)} /> },
  { label: 'Gives', value: giftOf(coupon) },
  { label: 'For', value: targetLabels[coupon.appliesTo] },
  { label: 'Works', value: windowOf(coupon) },
  { label: 'Redeemed', value: formatUses(coupon) },
  { label: 'Each user at most', value: formatNumber(coupon.perUserLimit) },
  { label: 'Affiliate', value: coupon.affiliateEmail ?? 'Nobody' },
  { label: 'Made', value: formatDay(coupon.createdAt) },
]

/** A coupon and the purchases it was redeemed with. */
export const RedemptionsDrawer = ({ id, onClose }: { id: string | undefined; onClose: () => void }) => (
  <DetailDrawer what="Coupon" id={id} size={520} onClose={onClose}>
    {(shown) => <CouponDetail key={shown} id={shown} />}
  </DetailDrawer>
)
