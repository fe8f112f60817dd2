import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import type { BalancePoint } from '@dooryard/contract/billing/credit-history'
import { Box, SegmentedControl, Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import { balanceHistory } from './credit-history.data.ts'
import classes from './credit-history.module.css'

const BalanceChart = lazy(async () => ({ default: (await import('./balance-chart.tsx')).BalanceChart }))

type BalancePanelProps = {
  days: 30 | 90
  onDays: (days: 30 | 90) => void
  /** The days selected on the chart. */
  onRange: (from: string, to: string) => void
}

const BalanceTable = ({ points }: { points: BalancePoint[] }) => (
  <ScrollRegion label="Balance by day" className={classes.days}>
    <StatsTable label="Balance at the end of each day" headers={['Day', 'Plan', 'Pay-as-you-go', 'On hold']}>
      {points.toReversed().map(({ date, subscription, onDemand, held }) => (
        <tr key={date}>
          <th scope="row">{formatDay(date)}</th>
          <td>{formatNumber(subscription)}</td>
          <td>{formatNumber(onDemand)}</td>
          <td>{formatNumber(held)}</td>
        </tr>
      ))}
    </StatsTable>
  </ScrollRegion>
)

/** The balance history as a chart or a table. */
export function BalancePanel({ days, onDays, onRange }: BalancePanelProps) {
  const result = useQuery(balanceHistory(days))
  const [isTable, setTable] = useState(false)
  const period = (
    <SegmentedControl
      size="xs"
      aria-label="Period"
      data={[
        { value: '30', label: '30 days' },
        { value: '90', label: '90 days' },
      ]}
      value={String(days)}
      onChange={(value) => onDays(value === '90' ? 90 : 30)}
    />
  )
  const bones = <Skeleton height={260} radius="md" />
  return (
    <Panel title="Balance" aside={period}>
      <QueryContent what="The balance by day" result={result} loading={bones}>
        {(points) =>
          isTable ? (
            <BalanceTable points={points} />
          ) : (
            <Box
              data-stale={result.isPlaceholderData || undefined}
              opacity={result.isPlaceholderData ? 0.6 : undefined}
              style={{ userSelect: 'none' }}
            >
              <Suspense fallback={bones}>
                <BalanceChart points={points} onRange={onRange} />
              </Suspense>
            </Box>
          )
        }
      </QueryContent>
      {/* Below the chart: a phone has no room for it beside the title. */}
      <Switch
        size="sm"
        mt={12}
        label="View as table"
        checked={isTable}
        onChange={({ currentTarget }) => setTable(currentTarget.checked)}
      />
    </Panel>
  )
}
