import type { Dates } from '@dooryard/contract/criteria'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './fields.module.css'

type DatesFieldProps = { label: string; value: Dates | undefined; onChange: (value: Dates | undefined) => void }

const spans = [
  { value: '', label: 'Any time' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '180', label: 'Last 6 months' },
  { value: '365', label: 'Last 12 months' },
  { value: '730', label: 'Last 2 years' },
  { value: '1825', label: 'Last 5 years' },
]
const between = { value: 'between', label: 'Between two days' }

type Days = { from?: string | undefined; to?: string | undefined }

function Days({ label, days, onPick }: { label: string; days: Days; onPick: (change: Days) => void }) {
  return (
    <div className={classes.ends}>
      <TextInput
        size="xs"
        type="date"
        aria-label={`${label}, from`}
        value={days.from ?? ''}
        onChange={(event) => onPick({ from: event.currentTarget.value || undefined })}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        size="xs"
        type="date"
        aria-label={`${label}, to`}
        value={days.to ?? ''}
        onChange={(event) => onPick({ to: event.currentTarget.value || undefined })}
      />
    </div>
  )
}

/** A span up to today, or from one day to another. */
export function DatesField({ label, value, onChange }: DatesFieldProps) {
  const [picksDays, setPicksDays] = useState(value !== undefined && !('lastDays' in value))
  const days = value && !('lastDays' in value) ? value : {}
  const span = value && 'lastDays' in value ? String(value.lastDays) : picksDays ? between.value : ''
  const listed = [...spans, between].some((option) => option.value === span)
  const options = listed ? [...spans, between] : [...spans, { value: span, label: `Last ${span} days` }, between]
  const [problem, setProblem] = useState<string>()
  const choose = (next: string) => {
    setPicksDays(next === between.value)
    setProblem(undefined)
    onChange(next === '' || next === between.value ? undefined : { lastDays: Number(next) })
  }
  const pick = (change: Days) => {
    const next = { ...days, ...change }
    const isWrong = next.from !== undefined && next.to !== undefined && next.from > next.to
    setProblem(isWrong ? 'The first day is after the last' : undefined)
    if (!isWrong) onChange(next.from || next.to ? next : undefined)
  }
  return (
    <div className={classes.dates}>
      <NativeSelect
        size="xs"
        label={label}
        data={options}
        value={span}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {span === between.value && <Days label={label} days={days} onPick={pick} />}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
