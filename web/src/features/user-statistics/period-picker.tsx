import { dayOf } from '../../lib/days.ts'
import { Segments } from '../../ui/display/segments.tsx'
import { DayField } from '../../ui/form/inputs.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { firstDay, type Period, type PeriodState } from './period-rules.ts'
import classes from './statistics.module.css'

const choices: { value: Period; label: string }[] = [
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '12m', label: '12 months' },
  { value: 'all', label: 'All' },
  { value: 'custom', label: 'Days…' },
]

// A day is told more than once while it is typed.
const typed = { replace: true }

/** How far back the figures go, in the address; days of one's own where they are asked for. */
export function PeriodPicker({ state, onState }: { state: PeriodState; onState: OnState }) {
  const { period, from, to } = state
  const today = dayOf(Date.now())
  const choose = (next: Period) =>
    onState({ period: next, ...(next !== 'custom' && { from: undefined, to: undefined }) })
  return (
    <fieldset className={classes.period}>
      <legend className="visually-hidden">Period</legend>
      <Segments name="period" segments={choices} value={period} onChange={choose} />
      {period === 'custom' && (
        <div className={classes.days}>
          <DayField
            label="From"
            value={from}
            min={firstDay}
            max={to ?? today}
            onDay={(day) => onState({ from: day }, typed)}
          />
          <DayField
            label="To"
            value={to}
            min={from ?? firstDay}
            max={today}
            onDay={(day) => onState({ to: day }, typed)}
          />
        </div>
      )}
    </fieldset>
  )
}
