import type { LucideIcon } from 'lucide-react'
import { Segments } from './segments.tsx'
import classes from './view-choice.module.css'

type View<Value> = { value: Value; label: string; icon: LucideIcon; hint?: string }

type ViewChoiceProps<Value> = {
  views: readonly View<Value>[]
  view: Value
  isPhone: boolean
  onChange: (view: Value) => void
}

/** What of the results is shown: as icons, or in words on a phone, which has no room for `both`. */
export function ViewChoice<Value extends string>({ views, view, isPhone, onChange }: ViewChoiceProps<Value>) {
  const segments = isPhone
    ? views.filter(({ value }) => value !== 'both').map(({ hint: _, ...shown }) => shown)
    : views.map(({ hint, ...shown }) => ({ ...shown, hint: hint ?? shown.label, isIconOnly: true }))
  return (
    <fieldset className={classes.views}>
      <legend className="visually-hidden">Show</legend>
      <Segments name="view" segments={segments} value={view} onChange={onChange} />
    </fieldset>
  )
}
