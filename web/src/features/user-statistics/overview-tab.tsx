import type { UserStatistics } from '@dooryard/contract/admin/user-statistics'
import { campaignTypes } from '@dooryard/contract/api/enums'
import type { User } from '@dooryard/contract/identity/users'
import { Center, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toCalendarDay } from '../../lib/format/days.ts'
import { formatDay, formatNumber, toTitleCase } from '../../lib/format/format.ts'
import { buildCountColumn, type ChartColumn, ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import { ShareBars, StatGrid } from '../../ui/display/stats.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import { firstDay, type Period, type PeriodState } from './period-rules.ts'
import { statisticsQuery } from './statistics.data.ts'
import classes from './statistics.module.css'
import { toStats } from './statistics-stats.tsx'

const periodOptions: { value: Period; label: string }[] = [
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '12m', label: '12 months' },
  { value: 'all', label: 'All' },
  { value: 'custom', label: 'Days…' },
]

type PeriodPickerProps = { state: PeriodState; onState: OnTableStateChange }

/** The period of the statistics, kept in the URL; custom days if requested. */
function PeriodPicker({ state: { period, from, to }, onState }: PeriodPickerProps) {
  const today = toCalendarDay(Date.now())
  const choose = (next: Period) =>
    onState({ period: next, ...(next !== 'custom' && { from: undefined, to: undefined }) })
  // A date input reports a day several times while it is typed.
  const setDay = (change: Partial<PeriodState>) => onState(change, { replace: true })
  return (
    <Group component="fieldset" gap="8px 16px" className={`plain ${classes.period}`}>
      <legend className="visually-hidden">Period</legend>
      <Segments name="period" segments={periodOptions} value={period} onChange={choose} />
      {period === 'custom' && (
        <Group gap="8px 16px" className={classes.days}>
          <DayField label="From" value={from} min={firstDay} max={to ?? today} onDay={(day) => setDay({ from: day })} />
          <DayField label="To" value={to} min={from ?? firstDay} max={today} onDay={(day) => setDay({ to: day })} />
        </Group>
      )}
    </Group>
  )
}

type OrderStats = { day: string; orders: number; leads: number }
type CreditStats = Record<'purchased' | 'granted' | 'captured' | 'released' | 'lost', number> & { day: string }

const placedColumns = [buildCountColumn<OrderStats>('Orders', '--ring-plan', ({ orders }) => orders)]
const deliveredColumns = [buildCountColumn<OrderStats>('Leads', '--ring-demand', ({ leads }) => leads)]

// Each series is drawn over the previous one, so a stacked series has the height of both.

const receivedColumns: ChartColumn<CreditStats>[] = [
  buildCountColumn(
    'Without payment',
    '--ring-held',
    ({ granted }) => granted,
    ({ granted, purchased }) => granted + purchased,
  ),
  buildCountColumn('Paid for', '--ring-plan', ({ purchased }) => purchased),
]

const spentColumns: ChartColumn<CreditStats>[] = [
  buildCountColumn(
    'Released by orders',
    '--ring-held',
    ({ released }) => released,
    ({ released, lost, captured }) => released + lost + captured,
  ),
  buildCountColumn(
    'Clawed back or expired',
    '--mantine-color-bad-filled',
    ({ lost }) => lost,
    ({ lost, captured }) => lost + captured,
  ),
  buildCountColumn('Spent on leads', '--ring-demand', ({ captured }) => captured),
]

type Series<Stats> = {
  byDay?: ({ day: string } & Stats)[] | undefined
  byMonth: ({ month: string } & Stats)[]
}

/** Days if the period is short enough, else months. */
const toDays = <Stats,>({ byDay, byMonth }: Series<Stats>): ({ day: string } & Stats)[] =>
  byDay ?? byMonth.map((month) => ({ ...month, day: month.month }))

type OverviewPartProps = { statistics: UserStatistics | undefined }

/** The user's orders, leads and credit changes over the period. */
function Charts({ statistics }: OverviewPartProps) {
  const orders = useMemo(() => statistics && toDays<Omit<OrderStats, 'day'>>(statistics.orders), [statistics])
  const credits = useMemo(() => statistics && toDays<Omit<CreditStats, 'day'>>(statistics.credits), [statistics])
  const by = !statistics ? '' : statistics.orders.byDay ? ' by day' : ' by month'
  const nothing = (words: string) => `No ${words} in the period.`
  return (
    <>
      <ChartPanel
        title={`Orders placed${by}`}
        days={orders}
        columns={placedColumns}
        nothing={nothing('orders were placed')}
      />
      <ChartPanel
        title={`Leads delivered${by}`}
        days={orders}
        columns={deliveredColumns}
        nothing={nothing('leads were delivered')}
      />
      <ChartPanel
        title={`Credits bought and granted${by}`}
        days={credits}
        columns={receivedColumns}
        nothing={nothing('credits were added')}
      />
      <ChartPanel
        title={`Credits spent and released${by}`}
        days={credits}
        columns={spentColumns}
        nothing={nothing('credits were used')}
      />
    </>
  )
}

/** The orders by outcome and by type. */
function Breakdown({ statistics }: OverviewPartProps) {
  const skeleton = <Skeleton height={150} radius="md" />
  const orders = statistics?.orders
  const shares = orders?.byStatus.map(({ status, count }) => ({ status, label: toTitleCase(status), count }))
  return (
    <>
      <Panel title="Orders by status">
        {!orders || !shares ? (
          skeleton
        ) : orders.placed === 0 ? (
          <Center component="p" mih={150} m={0} c="dimmed" fz="sm" ta="center">
            No orders in this period
          </Center>
        ) : (
          <ShareBars shares={shares} total={orders.placed} />
        )}
      </Panel>
      <Panel title="Orders by type">
        {orders ? (
          <StatsTable label="Orders by type" headers={['Campaign type', 'Orders', 'Leads']}>
            {orders.byType.map(({ campaignType, orders, leads }) => (
              <tr key={campaignType}>
                <th scope="row">{campaignTypes.label(campaignType)}</th>
                <td>{formatNumber(orders)}</td>
                <td>{formatNumber(leads)}</td>
              </tr>
            ))}
          </StatsTable>
        ) : (
          skeleton
        )}
      </Panel>
    </>
  )
}

const millisecond = 1

/** `Nov 1, 2026 to Nov 23, 2026`; the end is exclusive. */
function formatSpan({ from, to }: { from: string; to: string }) {
  const last = new Date(Date.parse(to) - millisecond).toISOString()
  return `${formatDay(from.slice(0, 10))} to ${formatDay(last.slice(0, 10))}`
}

type OverviewProps = { user: User; state: PeriodState; onState: OnTableStateChange }

/** The user's activity over a period, as figures and charts. */
export function OverviewTab({ user, state, onState }: OverviewProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(statisticsQuery(user, state))
  return (
    <>
      <Group justify="space-between" gap="8px 24px" mb={20}>
        <PeriodPicker state={state} onState={onState} />
        <Text c="dimmed" fz="sm" mih={20}>
          {data && `${formatSpan(data)}, days in UTC`}
        </Text>
      </Group>
      {error && !data ? (
        <LoadFailure what="The statistics" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={24} miw={0} opacity={isPlaceholderData ? 0.6 : 1}>
          <StatGrid stats={data && toStats(data)} expected={{ count: 8, height: 98 }} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing={24} verticalSpacing={24}>
            <Charts statistics={data} />
            <Breakdown statistics={data} />
          </SimpleGrid>
        </Stack>
      )}
    </>
  )
}
