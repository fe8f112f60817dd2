import { type CouponRedemption, coupons } from '@dooryard/contract/coupons'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, formatMoney, formatNumber, unknown } from '../../lib/format.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { FiguresTable } from '../../ui/table/figures-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'

const redemptionPage = (id: string, query: { page: number; limit: number }) =>
  liveQueryOf(coupons.redemptions, { params: { id }, query })

const bought = { PACK: 'Credits', SUBSCRIPTION: 'Subscription' } as const

/** Who bought, for those who may know it, and what was bought for the others. */
const names = {
  who: ({ userEmail }: CouponRedemption) => userEmail ?? 'Account closed',
  bought: ({ purchase }: CouponRedemption) => bought[purchase],
}
const headers = { who: 'Who', bought: 'Bought' }

export function Redemptions({ id, by, none }: { id: string; by: keyof typeof names; none: string }) {
  const [slice, setSlice] = useState({ page: 1, limit: 10 })
  const { data, error, refetch } = useQuery(redemptionPage(id, slice))
  if (error && !data) return <LoadFailure what="The redemptions" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  if (data.totalCount === 0) return <Text c="dimmed">{none}</Text>
  return (
    <>
      <FiguresTable label="Redemptions" headers={[headers[by], { label: 'When', holds: 'texts' }, 'Off', 'Credits']}>
        {data.items.map((redemption) => (
          <tr key={redemption.id}>
            <th scope="row" style={{ overflowWrap: 'anywhere' }}>
              {names[by](redemption)}
              {redemption.refundedAt && (
                <Text span display="block" c="dimmed" fz="xs" lh="16px">
                  Refunded on {formatDay(redemption.refundedAt)}
                </Text>
              )}
            </th>
            <td data-texts>{formatDay(redemption.redeemedAt)}</td>
            <td>{redemption.discount ? formatMoney({ amount: redemption.discount, currency: 'USD' }) : unknown}</td>
            <td>{redemption.credits ? formatNumber(redemption.credits) : unknown}</td>
          </tr>
        ))}
      </FiguresTable>
      {data.totalPages > 1 && (
        <Pagination
          label="Redemptions"
          {...slice}
          total={data.totalCount}
          last={data.totalPages}
          onChange={(change) => setSlice({ ...slice, ...change })}
        />
      )}
    </>
  )
}
