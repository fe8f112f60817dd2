import { maxAreaPercent, type Valuation } from '@dooryard/contract/properties/valuation'
import { NativeSelect } from '@mantine/core'
import { CheckBox } from '../../../criteria/inputs/check-box.tsx'
import { formatTenths, pluralize } from '../../../lib/format/format.ts'
import classes from './comparables.module.css'
import type { OnValuationState, ValuationState } from './valuation-state.ts'

type LimitProps = {
  label: string
  choices: readonly number[]
  value: number | undefined
  used: number | undefined
  format: (value: number) => string
  onChange: (value: number | undefined) => void
}

/** A limit of the search, or the automatic one, which says what was used. */
function Limit({ label, choices, value, used, format, onChange }: LimitProps) {
  // A shared link may have another.
  const all = value === undefined || choices.includes(value) ? choices : [...choices, value].sort((a, b) => a - b)
  const automatic = value === undefined && used !== undefined ? `Auto: ${format(used)}` : 'Auto'
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: automatic }, ...all.map((one) => ({ value: String(one), label: format(one) }))]}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
    />
  )
}

export const formatMiles = (miles: number) =>
  miles === 1 ? '1 mile' : `${miles < 1 ? miles : formatTenths(miles)} miles`

type ComparablesLimitsProps = {
  state: ValuationState
  used: Valuation['used'] | undefined
  onState: OnValuationState
}

/** How far, how old and how different comparables may be. */
export const ComparablesLimits = ({ state, used, onState }: ComparablesLimitsProps) => (
  <fieldset className={`plain ${classes.limits}`}>
    <legend className="visually-hidden">Which sales are comparable</legend>
    <Limit
      label="Distance"
      choices={[0.25, 0.5, 1, 2, 3, 5, 10]}
      value={state.miles}
      used={used?.miles}
      format={formatMiles}
      onChange={(miles) => onState({ miles })}
    />
    <Limit
      label="Sold within"
      choices={[3, 6, 12, 24, 36, 60]}
      value={state.months}
      used={used?.months}
      format={(months) => pluralize(months, 'month')}
      onChange={(months) => onState({ months })}
    />
    <Limit
      label="Living area"
      choices={[10, 20, 30, 40, maxAreaPercent]}
      value={state.area}
      used={used?.areaPercent}
      format={(percent) => `± ${percent}%`}
      onChange={(area) => onState({ area })}
    />
    <CheckBox
      label="Same type only"
      checked={state.sameType ?? used?.isSameType ?? true}
      onChange={(sameType) => onState({ sameType })}
    />
  </fieldset>
)
