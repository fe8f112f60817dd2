import type { PageQuery, PageResult } from '@dooryard/contract/api/paging'
import type { CommissionEntry } from '@dooryard/contract/billing/affiliates'
import { Box, Button, Skeleton, Text } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatMoney } from '../../lib/format/format.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'

const typeLabels = {
  EARNED: 'Commission',
  REVERSED: 'Refund',
  PAYOUT: 'Payout',
  PAYOUT_REVERSED: 'Payout reversed',
} satisfies Record<CommissionEntry['type'], string>

/** `Mar 2, 2026 · 20% of $49.00 · SPRING-20 · payable from Apr 1, 2026`: when and how an entry came about. */
function describeEntry(entry: CommissionEntry): string {
  const { type, at, paid, percent, currency, couponCode, payableAt, reference } = entry
  const price = paid !== undefined && formatMoney({ amount: paid, currency })
  // A part of the payment may have been refunded, so the share is not that of the price.
  const share = price && (type === 'REVERSED' ? `of a payment of ${price}` : `${percent}% of ${price}`)
  const due = type === 'EARNED' && payableAt && Date.parse(payableAt) > Date.now()
  return [formatDay(at), share, couponCode, reference, due && `payable from ${formatDay(payableAt)}`]
    .filter(Boolean)
    .join(' · ')
}

type CommissionEntriesProps = {
  result: Pick<UseQueryResult<PageResult<CommissionEntry>>, 'data' | 'error' | 'refetch'>
  page: PageQuery
  onPage: (page: PageQuery) => void
  /** What can be done with an entry, below its amount. */
  action?: (entry: CommissionEntry) => ReactNode
}

/** Commissions, refunds and payouts, newest first. */
export function CommissionEntries({ result, page, onPage, action }: CommissionEntriesProps) {
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what="The commissions" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  if (data.totalCount === 0) return <Text c="dimmed">No commissions yet.</Text>
  return (
    <>
      <ScrollRegion label="Commissions and payouts">
        <StatsTable label="Commissions and payouts" headers={['Entry', 'Amount']}>
          {data.items.map((entry) => (
            <tr key={entry.id}>
              <th scope="row" style={rowPadding}>
                {typeLabels[entry.type]}
                <Text span display="block" c="dimmed" fz="xs" lh="16px">
                  {describeEntry(entry)}
                </Text>
              </th>
              <td style={rowPadding}>
                {formatMoney(entry)}
                {action?.(entry)}
              </td>
            </tr>
          ))}
        </StatsTable>
      </ScrollRegion>
      {data.totalPages > 1 && (
        // Its texts begin and end where those of the table do.
        <Box mx={{ base: -12, sm: -16 }} mb={-12}>
          <Pagination
            label="Commissions and payouts"
            {...page}
            total={data.totalCount}
            last={data.totalPages}
            onChange={(change) => onPage({ ...page, ...change })}
          />
        </Box>
      )}
    </>
  )
}

const rowPadding = { paddingBlock: 8 }

/** Saves all entries of an affiliate. */
export function ExportCommissions({ fetchCsv }: { fetchCsv: () => Promise<Blob> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: fetchCsv,
    onSuccess: (csv) => saveBlob(csv, 'commissions.csv'),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  )
}
