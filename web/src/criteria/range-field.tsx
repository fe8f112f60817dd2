import type { Range } from '@dooryard/contract/criteria'
import type { RangeUnit } from '@dooryard/contract/criteria-fields'
import { Checkbox, TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import { formatCompact } from '../lib/format.ts'
import type { FieldFacts } from './criteria.data.ts'
import classes from './criteria.module.css'
import { useRangeTexts } from './use-range-texts.ts'

type RangeFieldProps = {
  label: string
  unit: RangeUnit
  /** The least and the greatest there is, once that is known. */
  ends?: Pick<FieldFacts, 'min' | 'max'> | undefined
  value: Range | undefined
  onChange: (value: Range | undefined) => void
}

const unitWords: Partial<Record<RangeUnit, string>> = { dollars: '$', sqft: 'sq ft', percent: '%' }

/** Short enough for a small box: `1780`, `40K`, `2.1M`. */
const endText = (value: FieldFacts['min'], unit: RangeUnit) =>
  typeof value !== 'number' ? undefined : unit === 'year' ? String(value) : formatCompact(value)

function End({ onType, ...props }: TextInputProps & { onType: (text: string) => void }) {
  return (
    <TextInput
      size="xs"
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => onType(event.currentTarget.value)}
      {...props}
    />
  )
}

/** From and to, either of which may be left open. */
export function RangeField({ label, unit, ends, value, onChange }: RangeFieldProps) {
  const problemId = useId()
  const { texts, type, report, problem } = useRangeTexts(value, unit, onChange)
  const shared = { error: Boolean(problem), 'aria-describedby': problem ? problemId : undefined }
  return (
    <fieldset className={classes.range}>
      <legend>
        {label} {unitWords[unit] && <span className={classes.unit}>{unitWords[unit]}</span>}
      </legend>
      <div className={classes.ends}>
        <End
          {...shared}
          placeholder={endText(ends?.min, unit) ?? 'Min'}
          aria-label={`${label}, at least`}
          value={texts.low}
          onType={(low) => type({ low })}
        />
        <span aria-hidden="true">–</span>
        <End
          {...shared}
          placeholder={endText(ends?.max, unit) ?? 'Max'}
          aria-label={`${label}, at most`}
          value={texts.high}
          onType={(high) => type({ high })}
        />
      </div>
      {problem && (
        <p id={problemId} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {value && (
        <Checkbox
          size="xs"
          className={classes.unknown}
          label="Or unknown"
          checked={value.includeUnknown ?? false}
          onChange={(event) => report({ ...value, includeUnknown: event.currentTarget.checked || undefined })}
        />
      )}
    </fieldset>
  )
}
