import '@mantine/core/styles/Switch.layer.css'
import { Box, Center, Skeleton, Switch } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { formatDay, formatMonth, formatNumber } from '../../lib/format/format.ts'
import { Panel } from '../display/panel.tsx'
import { ScrollRegion } from '../table/scroll-region.tsx'
import { StatsTable } from '../table/stats-table.tsx'
import classes from './chart-panel.module.css'
import type { BarSeries } from './day-bars.tsx'

// The chart library is larger than any screen, so it loads lazily and nothing waits for it.
const DayBars = lazy(async () => ({ default: (await import('./day-bars.tsx')).DayBars }))

/** A series of the chart and column of the table; with `inTable` it is in the table only. */
export type ChartColumn<Day> = {
  label: string
  color: string
  value: (day: Day) => number
  says: (day: Day) => string
  inTable?: true
}

/** A column of counts; `drawn` is the height of its bar when it is stacked on another. */
export const buildCountColumn = <Day,>(
  label: string,
  color: string,
  count: (day: Day) => number,
  drawn = count,
): ChartColumn<Day> => ({ label, color, value: drawn, says: (day) => formatNumber(count(day)) })

type ChartPanelProps<Day> = {
  title: string
  /** Days like `2026-11-02`, or months like `2026-11`. */
  days: readonly Day[] | undefined
  columns: readonly ChartColumn<Day>[]
  /** Shown when all days are empty. */
  nothing: string
  foot?: ReactNode
  /** Draws two columns side by side, because neither is a part of the other. */
  isGrouped?: boolean
}

const isMonth = (day: string | undefined) => day?.length === 7

function ChartTable<Day extends { day: string }>({ title, days = [], columns }: ChartPanelProps<Day>) {
  const unit = isMonth(days[0]?.day) ? 'Month' : 'Day'
  return (
    <ScrollRegion label={title} className={classes.table}>
      <StatsTable label={title} headers={[unit, ...columns.map(({ label }) => label)]}>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{isMonth(day.day) ? formatMonth(day.day) : formatDay(day.day)}</th>
            {columns.map(({ label, says }) => (
              <td key={label}>{says(day)}</td>
            ))}
          </tr>
        ))}
      </StatsTable>
    </ScrollRegion>
  )
}

type BarsProps<Day> = { days: readonly Day[]; columns: readonly ChartColumn<Day>[]; isGrouped: boolean }

function Bars<Day extends { day: string }>({ days, columns, isGrouped }: BarsProps<Day>) {
  const names = useMemo(() => days.map(({ day }) => day), [days])
  const series = useMemo<BarSeries[]>(
    () =>
      columns
        .filter(({ inTable }) => !inTable)
        .map(({ label, color, value, says }) => ({
          label,
          color,
          values: days.map(value),
          says: (at) => (days[at] ? says(days[at]) : ''),
        })),
    [days, columns],
  )
  return <DayBars days={names} series={series} isGrouped={isGrouped} />
}

export function ChartPanel<Day extends { day: string }>(props: ChartPanelProps<Day>) {
  const { title, days, columns, nothing, foot, isGrouped = false } = props
  const [isTable, setTable] = useState(false)
  const bones = <Skeleton height={228} radius="md" />
  const isEmpty = days?.every((day) => columns.every(({ value }) => value(day) === 0))
  const asTable = (
    <Switch
      size="sm"
      label="View as table"
      flex="none" // a long title wraps first
      checked={isTable}
      onChange={({ currentTarget }) => setTable(currentTarget.checked)}
    />
  )
  return (
    <Panel title={title} aside={days && !isEmpty && asTable}>
      {!days ? (
        bones
      ) : isEmpty ? (
        <Center component="p" mih={228} m={0} c="dimmed" fz={13} ta="center">
          {nothing}
        </Center>
      ) : isTable ? (
        <ChartTable {...props} />
      ) : (
        <Box mih={228} style={{ userSelect: 'none' }}>
          <Suspense fallback={bones}>
            <Bars days={days} columns={columns} isGrouped={isGrouped} />
          </Suspense>
        </Box>
      )}
      {foot}
    </Panel>
  )
}
