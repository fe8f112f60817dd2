import { type Coupon, coupons } from '@dooryard/contract/billing/coupons'
import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ShareLink } from '../../entities/coupon/share-link.tsx'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { formatCouponBenefit } from '../../lib/labels/coupon-benefit.ts'
import { getCouponStateTag } from '../../lib/labels/coupon-state.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { actionColumn, StatsTable } from '../../ui/table/stats-table.tsx'

const headers = ['Code', { label: 'State', holds: 'texts' }, 'Redemptions', actionColumn] as const

const CouponRow = ({ coupon }: { coupon: Coupon }) => (
  <tr>
    <th scope="row" style={{ paddingBlock: 8 }}>
      {coupon.code}
      <Text span display="block" c="dimmed" fz="xs" fw={400} lh="16px">
        {formatCouponBenefit(coupon)}
      </Text>
    </th>
    <td data-texts>
      <Tag {...getCouponStateTag(coupon)} />
    </td>
    <td>{formatNumber(coupon.redemptions - coupon.refunded)}</td>
    <td>
      {getCouponStateTag(coupon).tone === 'good' && (
        <Group justify="flex-end">
          <ShareLink code={coupon.code} />
        </Group>
      )}
    </td>
  </tr>
)

/** The coupons of an affiliate, with the link that the affiliate shares. */
export function AffiliateCoupons({ userId }: { userId: string }) {
  const [page, setPage] = useState({ page: 1, limit: 10 })
  const result = useQuery(buildLiveQuery(coupons.list, { query: { ...page, affiliateUserId: userId } }))
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what="The coupons" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} />
  if (data.totalCount === 0) return <Text c="dimmed">No coupons. Assign one in Coupons.</Text>
  return (
    <>
      <ScrollRegion label="Coupons">
        <StatsTable label="Coupons" headers={headers}>
          {data.items.map((coupon) => (
            <CouponRow key={coupon.id} coupon={coupon} />
          ))}
        </StatsTable>
      </ScrollRegion>
      {data.totalPages > 1 && (
        <Pagination
          label="Coupons"
          {...page}
          total={data.totalCount}
          last={data.totalPages}
          onChange={(change) => setPage({ ...page, ...change })}
        />
      )}
    </>
  )
}
