import type { LucideIcon } from 'lucide-react'
import classes from './segments.module.css'

/** One of a few choices: in words, as an icon that its hint explains, or both. */
export type Segment<Value> = { value: Value; label: string; icon?: LucideIcon; isIconOnly?: boolean; hint?: string }

type SegmentsProps<Value> = {
  name: string
  segments: readonly Segment<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A few choices side by side, of which one is made. Whoever shows them puts them in a fieldset with a legend. */
export function Segments<Value extends string | number>({ name, segments, value, onChange }: SegmentsProps<Value>) {
  return (
    <div className={classes.segments}>
      {segments.map(({ value: one, label, icon: Icon, isIconOnly, hint }) => (
        <label key={one} data-hint={hint}>
          <input
            type="radio"
            name={name}
            aria-label={isIconOnly ? label : undefined}
            checked={value === one}
            onChange={() => onChange(one)}
          />
          {Icon && <Icon size={16} aria-hidden="true" />}
          {!isIconOnly && label}
        </label>
      ))}
    </div>
  )
}
