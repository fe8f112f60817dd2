import type { UserStatistics } from '@dooryard/contract/user-statistics'
import type { User } from '@dooryard/contract/users'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Center, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dayOf } from '../../lib/days.ts'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { type ChartColumn, ChartPanel, countColumn } from '../../ui/chart/chart-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { ShareBars, StatGrid } from '../../ui/display/stats.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { FiguresTable } from '../../ui/table/figures-table.tsx'
import { firstDay, type Period, type PeriodState } from './period-rules.ts'
import { statisticsQuery } from './statistics.data.ts'
import classes from './statistics.module.css'
import { toStats } from './statistics-stats.tsx'

const periods: { value: Period; label: string }[] = [
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '12m', label: '12 months' },
  { value: 'all', label: 'All' },
  { value: 'custom', label: 'Days…' },
]

type PeriodPickerProps = { state: PeriodState; onState: OnState }

/** How far back the figures go, in the address; days of one's own where they are asked for. */
function PeriodPicker({ state: { period, from, to }, onState }: PeriodPickerProps) {
  const today = dayOf(Date.now())
  const choose = (next: Period) =>
    onState({ period: next, ...(next !== 'custom' && { from: undefined, to: undefined }) })
  // A day is told more than once while it is typed.
  const setDay = (change: Partial<PeriodState>) => onState(change, { replace: true })
  return (
    <Group component="fieldset" gap="8px 16px" className={`plain ${classes.period}`}>
      <legend className="visually-hidden">Period</legend>
      <Segments name="period" segments={periods} value={period} onChange={choose} />
      {period === 'custom' && (
        <Group gap="8px 16px" className={classes.days}>
          <DayField label="From" value={from} min={firstDay} max={to ?? today} onDay={(day) => setDay({ from: day })} />
          <DayField label="To" value={to} min={from ?? firstDay} max={today} onDay={(day) => setDay({ to: day })} />
        </Group>
      )}
    </Group>
  )
}

type OrderFigures = { day: string; orders: number; leads: number }
type CreditFigures = Record<'purchased' | 'granted' | 'captured' | 'released' | 'lost', number> & { day: string }

const placed = [countColumn<OrderFigures>('Orders', '--ring-plan', ({ orders }) => orders)]
const delivered = [countColumn<OrderFigures>('Leads', '--ring-demand', ({ leads }) => leads)]

// A series is drawn in front of the one before: what stands on another is as high as both.

const received: ChartColumn<CreditFigures>[] = [
  countColumn(
    'Given',
    '--ring-held',
    ({ granted }) => granted,
    ({ granted, purchased }) => granted + purchased,
  ),
  countColumn('Bought', '--ring-plan', ({ purchased }) => purchased),
]

const gone: ChartColumn<CreditFigures>[] = [
  countColumn(
    'Given back by orders',
    '--ring-held',
    ({ released }) => released,
    ({ released, lost, captured }) => released + lost + captured,
  ),
  countColumn(
    'Taken back or lapsed',
    '--mantine-color-bad-filled',
    ({ lost }) => lost,
    ({ lost, captured }) => lost + captured,
  ),
  countColumn('Spent on leads', '--ring-demand', ({ captured }) => captured),
]

type Series<Figures> = {
  byDay?: ({ day: string } & Figures)[] | undefined
  byMonth: ({ month: string } & Figures)[]
}

/** Days where the period is short enough to be told by them, else months. */
const toDays = <Figures,>({ byDay, byMonth }: Series<Figures>): ({ day: string } & Figures)[] =>
  byDay ?? byMonth.map((month) => ({ ...month, day: month.month }))

type PartProps = { statistics: UserStatistics | undefined }

/** What the user ordered and got, and how their credits came and went, over the period. */
function Charts({ statistics }: PartProps) {
  const orders = useMemo(() => statistics && toDays<Omit<OrderFigures, 'day'>>(statistics.orders), [statistics])
  const credits = useMemo(() => statistics && toDays<Omit<CreditFigures, 'day'>>(statistics.credits), [statistics])
  const by = !statistics ? '' : statistics.orders.byDay ? ' by day' : ' by month'
  const nothing = (words: string) => `No ${words} in the period.`
  return (
    <>
      <ChartPanel title={`Orders placed${by}`} days={orders} columns={placed} nothing={nothing('orders were placed')} />
      <ChartPanel
        title={`Leads delivered${by}`}
        days={orders}
        columns={delivered}
        nothing={nothing('leads were delivered')}
      />
      <ChartPanel
        title={`Credits bought and given${by}`}
        days={credits}
        columns={received}
        nothing={nothing('credits came')}
      />
      <ChartPanel
        title={`Credits spent and given back${by}`}
        days={credits}
        columns={gone}
        nothing={nothing('credits went')}
      />
    </>
  )
}

/** What has become of the orders, and of which types they were. */
function Breakdown({ statistics }: PartProps) {
  const skeleton = <Skeleton height={150} radius="md" />
  const orders = statistics?.orders
  const shares = orders?.byStatus.map(({ status, count }) => ({ status, label: titleCase(status), count }))
  return (
    <>
      <Panel title="Orders by status">
        {!orders || !shares ? (
          skeleton
        ) : orders.placed === 0 ? (
          <Center component="p" mih={150} m={0} c="dimmed" fz="sm" ta="center">
            No orders were placed in the period.
          </Center>
        ) : (
          <ShareBars shares={shares} total={orders.placed} />
        )}
      </Panel>
      <Panel title="Orders by type">
        {orders ? (
          <FiguresTable label="Orders by type" headers={['Campaign type', 'Orders', 'Leads']}>
            {orders.byType.map(({ campaignType, orders, leads }) => (
              <tr key={campaignType}>
                <th scope="row">{campaignTypes.label(campaignType)}</th>
                <td>{formatNumber(orders)}</td>
                <td>{formatNumber(leads)}</td>
              </tr>
            ))}
          </FiguresTable>
        ) : (
          skeleton
        )}
      </Panel>
    </>
  )
}

const aMoment = 1

/** `Nov 1, 2026 to Nov 23, 2026`; the end itself is no part of the period. */
function formatSpan({ from, to }: { from: string; to: string }) {
  const last = new Date(Date.parse(to) - aMoment).toISOString()
  return `${formatDay(from.slice(0, 10))} to ${formatDay(last.slice(0, 10))}`
}

type OverviewProps = { user: User; state: PeriodState; onState: OnState }

/** What the user did in a period, in figures and drawn. */
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
