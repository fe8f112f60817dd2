import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lastDay } from '../../lib/navigation/search-params.ts'

type DayFieldProps = {
  label: string
  /** `2026-11-02`. */
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  error?: ReactNode
  /** Lets a form find its field. */
  'data-path'?: string
  onDay: (day: string | undefined) => void
}

/** While a year is typed, the field holds incomplete years: 0002, 0020, 0202. */
const isComplete = (day: string) => day >= '1900'

/** The day being typed, and the last complete day reported. */
function useTypedDay(value: string, onDay: DayFieldProps['onDay']) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    // Only a day set elsewhere (Back, Clear) replaces what is being typed.
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])
  const report = (day: string) => {
    if (day === reported.current) return
    reported.current = day
    onDay(day || undefined)
  }
  const type = (day: string) => {
    setTyped(day)
    if (isComplete(day)) report(day)
  }
  /** An empty field is reported when it loses focus, unless a part of the date is being retyped. */
  const leave = (isHalf: boolean) => {
    if (typed === '' && !isHalf) report('')
    else if (!isComplete(typed)) setTyped(reported.current)
  }
  return { typed, type, leave }
}

export function DayField({ label, value = '', min, max = lastDay, error, onDay, ...field }: DayFieldProps) {
  const { typed, type, leave } = useTypedDay(value, onDay)
  return (
    <TextInput
      {...field}
      type="date"
      label={label}
      value={typed}
      min={min}
      max={max}
      error={error}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={({ currentTarget }) => leave(currentTarget.validity.badInput)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && leave(currentTarget.validity.badInput)}
    />
  )
}
