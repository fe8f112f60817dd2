import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lastDay } from '../../lib/search-params.ts'

type DayFieldProps = {
  label: string
  /** `2026-11-02`. */
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  error?: ReactNode
  /** What a form finds its field by. */
  'data-path'?: string
  onDay: (day: string | undefined) => void
}

/** While a year is typed the field holds others: 0002, 0020, 0202. */
const isMeant = (day: string) => day >= '1900'

/** A day that is being typed, and the last one that is meant. */
function useTypedDay(value: string, onDay: DayFieldProps['onDay']) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    // Only a day that came from elsewhere (Back, Clear) replaces what is being typed.
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  const tell = (day: string) => {
    if (day === told.current) return
    told.current = day
    onDay(day || undefined)
  }
  const type = (day: string) => {
    setTyped(day)
    if (isMeant(day)) tell(day)
  }
  /** An empty field is meant once it is left, and not while a part of it is typed anew. */
  const leave = (isHalf: boolean) => {
    if (typed === '' && !isHalf) tell('')
    else if (!isMeant(typed)) setTyped(told.current)
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
