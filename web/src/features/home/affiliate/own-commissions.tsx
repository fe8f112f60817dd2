import { type AffiliateSummary, commissionHoldingDays, commissions } from '@dooryard/contract/billing/affiliates'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { CommissionEntries, ExportCommissions } from '../../../entities/commission/commission-entries.tsx'
import { CommissionTotals, formatCommissionTerms } from '../../../entities/commission/commission-totals.tsx'
import { downloadFile } from '../../../lib/api/file-transfer.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatMoney, formatNumber } from '../../../lib/format/format.ts'
import { type ChartColumn, ChartPanel } from '../../../ui/chart/chart-panel.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'

type Month = { day: string } & Pick<AffiliateSummary['months'][number], 'customers' | 'earned'>

const buildColumns = (currency: string): ChartColumn<Month>[] => [
  {
    label: 'Earned',
    color: '--ring-plan',
    value: ({ earned }) => Math.max(0, earned) / 100,
    says: ({ earned }) => formatMoney({ amount: earned, currency }),
  },
  {
    label: 'New customers',
    color: '--ring-demand',
    value: ({ customers }) => customers,
    says: ({ customers }) => formatNumber(customers),
    inTable: true,
  },
]

function Earnings({ terms, totals, currency, months }: AffiliateSummary) {
  const days = useMemo(() => months.map(({ month, ...facts }) => ({ day: month, ...facts })), [months])
  const columns = useMemo(() => buildColumns(currency), [currency])
  return (
    <Stack gap={24}>
      <Stack gap={8}>
        <CommissionTotals totals={totals} currency={currency} />
        <Text c="dimmed" fz="sm">
          {formatCommissionTerms(terms)}
          {terms && terms.percent > 0 && `, payable ${commissionHoldingDays} days after the payment, net of refunds`}.
        </Text>
      </Stack>
      <ChartPanel title="Earned by month" days={days} columns={columns} nothing="Nothing earned yet." />
    </Stack>
  )
}

/** What an affiliate has earned, by month and entry by entry. */
export function OwnCommissions() {
  const [page, setPage] = useState({ page: 1, limit: 10 })
  const entries = useQuery(buildLiveQuery(commissions.entries, { query: page }))
  return (
    <>
      <QueryContent what="Your earnings" result={useQuery(buildLiveQuery(commissions.summary, {}))} loading={420}>
        {(summary) => <Earnings {...summary} />}
      </QueryContent>
      <Panel
        title="Commissions and payouts"
        aside={
          entries.data &&
          entries.data.totalCount > 0 && <ExportCommissions fetchCsv={() => downloadFile(commissions.export, {})} />
        }
      >
        <CommissionEntries result={entries} page={page} onPage={setPage} />
      </Panel>
    </>
  )
}
