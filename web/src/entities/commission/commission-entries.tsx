import type { PageQuery, PageResult } from '@dooryard/contract/api/paging'
import type { CommissionEntry } from '@dooryard/contract/billing/affiliates'
import { Button, Group, Skeleton, Text } from '@mantine/core'
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

/** `20% of $49.00 · SPRING-20 · payable from Apr 1, 2026`: how an entry came about. */
function describeEntry({ type, paid, percent, currency, couponCode, payableAt, reference }: CommissionEntry): string {
  const share = paid !== undefined && `${percent}% of ${formatMoney({ amount: paid, currency })}`
  const due = type === 'EARNED' && payableAt && Date.parse(payableAt) > Date.now()
  return [share, couponCode, reference, due && `payable from ${formatDay(payableAt)}`].filter(Boolean).join(' · ')
}

type CommissionEntriesProps = {
  result: Pick<UseQueryResult<PageResult<CommissionEntry>>, 'data' | 'error' | 'refetch'>
  page: PageQuery
  onPage: (page: PageQuery) => void
  fetchCsv: () => Promise<Blob>
  action?: (entry: CommissionEntry) => ReactNode
}

/** Commissions, refunds and payouts, newest first, and all of them as CSV. */
export function CommissionEntries({ result, page, onPage, fetchCsv, action }: CommissionEntriesProps) {
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what="The commissions" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  if (data.totalCount === 0) return <Text c="dimmed">No commissions yet.</Text>
  return (
    <>
      <ScrollRegion label="Commissions and payouts">
        <StatsTable
          label="Commissions and payouts"
          headers={['Date', { label: 'Entry', holds: 'texts' }, 'Amount', ...(action ? ['Action'] : [])]}
        >
          {data.items.map((entry) => (
            <tr key={entry.id}>
              <th scope="row" style={{ whiteSpace: 'nowrap' }}>
                {formatDay(entry.at)}
              </th>
              <td data-texts style={{ whiteSpace: 'normal' }}>
                {typeLabels[entry.type]}
                <Text span display="block" c="dimmed" fz="xs" lh="16px">
                  {describeEntry(entry)}
                </Text>
              </td>
              <td>{formatMoney(entry)}</td>
              {action && <td>{action(entry)}</td>}
            </tr>
          ))}
        </StatsTable>
      </ScrollRegion>
      <Group justify="flex-end" mt={12}>
        <CsvButton fetchCsv={fetchCsv} />
      </Group>
      {data.totalPages > 1 && (
        <Pagination
          label="Commissions and payouts"
          {...page}
          total={data.totalCount}
          last={data.totalPages}
          onChange={(change) => onPage({ ...page, ...change })}
        />
      )}
    </>
  )
}

function CsvButton({ fetchCsv }: Pick<CommissionEntriesProps, 'fetchCsv'>) {
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
