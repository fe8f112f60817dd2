import { type CouponRedemption, coupons } from '@dooryard/contract/billing/coupons'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { emptyValue, formatDay, formatMoney, formatNumber } from '../../lib/format/format.ts'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'

const redemptionsQuery = (id: string, query: { page: number; limit: number }) =>
  buildLiveQuery(coupons.redemptions, { params: { id }, query })

const bought = { PACK: 'Credits', SUBSCRIPTION: 'Subscription' } as const

/** Administrators see who bought; others see what was bought. */
const formatByColumn = {
  who: ({ userEmail }: CouponRedemption) => userEmail ?? 'Closed account',
  bought: ({ purchase }: CouponRedemption) => bought[purchase],
}
const headerByColumn = { who: 'User', bought: 'Purchase' }

export function Redemptions({ id, by, none }: { id: string; by: keyof typeof formatByColumn; none: string }) {
  const [page, setPage] = useState({ page: 1, limit: 10 })
  const { data, error, refetch } = useQuery(redemptionsQuery(id, page))
  if (error && !data) return <LoadFailure what="The redemptions" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  if (data.totalCount === 0) return <Text c="dimmed">{none}</Text>
  return (
    <>
      <StatsTable
        label="Redemptions"
        headers={[headerByColumn[by], { label: 'Date', holds: 'texts' }, 'Discount', 'Credits']}
      >
        {data.items.map((redemption) => (
          <tr key={redemption.id}>
            <th scope="row" style={{ overflowWrap: 'anywhere' }}>
              {formatByColumn[by](redemption)}
              {redemption.refundedAt && (
                <Text span display="block" c="dimmed" fz="xs" lh="16px">
                  Refunded on {formatDay(redemption.refundedAt)}
                </Text>
              )}
            </th>
            <td data-texts>{formatDay(redemption.redeemedAt)}</td>
            <td>{redemption.discount ? formatMoney({ amount: redemption.discount, currency: 'USD' }) : emptyValue}</td>
            <td>{redemption.credits ? formatNumber(redemption.credits) : emptyValue}</td>
          </tr>
        ))}
      </StatsTable>
      {data.totalPages > 1 && (
        <Pagination
          label="Redemptions"
          {...page}
          total={data.totalCount}
          last={data.totalPages}
          onChange={(change) => setPage({ ...page, ...change })}
        />
      )}
    </>
  )
}
