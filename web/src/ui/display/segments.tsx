import type { LucideIcon } from 'lucide-react'
import classes from './segments.module.css'

/** An option: text, an icon with a hint, or both. */
type Segment<Value> = { value: Value; label: string; icon?: LucideIcon; isIconOnly?: boolean; hint?: string }

type SegmentsProps<Value> = {
  name: string
  segments: readonly Segment<Value>[]
  value: Value | undefined
  /** As high as adjacent small buttons. */
  isSmall?: boolean
  onChange: (value: Value) => void
}

/** A single choice of a few options, side by side. The caller wraps it in a fieldset with a legend. */
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

type ViewSwitcherProps<Value> = {
  views: readonly { value: Value; label: string; icon: LucideIcon; hint?: string }[]
  view: Value
  isPhone: boolean
  onChange: (view: Value) => void
}

export function ViewSwitcher<Value extends string>({ views, view, isPhone, onChange }: ViewSwitcherProps<Value>) {
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
