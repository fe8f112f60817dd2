import type { LucideIcon } from 'lucide-react'
import classes from './segments.module.css'

/** One of a few choices: in words, as an icon that its hint explains, or both. */
type Segment<Value> = { value: Value; label: string; icon?: LucideIcon; isIconOnly?: boolean; hint?: string }

type SegmentsProps<Value> = {
  name: string
  segments: readonly Segment<Value>[]
  value: Value | undefined
  /** As high as the small buttons beside it. */
  isSmall?: boolean
  onChange: (value: Value) => void
}

/** A few choices side by side, of which one is made. Whoever shows them puts them in a fieldset with a legend. */
export const Segments = <Value extends string | number>({
  name,
  segments,
  value,
  isSmall,
  onChange,
}: SegmentsProps<Value>) => (
  <div className={classes.segments} data-small={isSmall}>
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

type ViewChoiceProps<Value> = {
  views: readonly { value: Value; label: string; icon: LucideIcon; hint?: string }[]
  view: Value
  isPhone: boolean
  onChange: (view: Value) => void
}

export function ViewChoice<Value extends string>({ views, view, isPhone, onChange }: ViewChoiceProps<Value>) {
  const segments = isPhone
    ? views.filter(({ value }) => value !== 'both').map(({ hint: _, ...shown }) => shown)
    : views.map(({ hint, ...shown }) => ({ ...shown, hint: hint ?? shown.label, isIconOnly: true }))
  return (
    <fieldset className="plain">
      <legend className="visually-hidden">Show</legend>
      <Segments name="view" segments={segments} value={view} isSmall onChange={onChange} />
    </fieldset>
  )
}
