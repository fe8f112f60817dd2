import type { Range } from '@dooryard/contract/criteria'
import { Checkbox, TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import classes from './criteria.module.css'
import type { RangeUnit } from './fields.ts'
import { useRangeTexts } from './use-range-texts.ts'

type RangeFieldProps = {
  label: string
  unit: RangeUnit
  value: Range | undefined
  onChange: (value: Range | undefined) => void
}

const unitWords: Partial<Record<RangeUnit, string>> = { dollars: '$', sqft: 'sq ft', percent: '%' }

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
export function RangeField({ label, unit, value, onChange }: RangeFieldProps) {
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
          placeholder="Min"
          aria-label={`${label}, at least`}
          value={texts.low}
          onType={(low) => type({ low })}
        />
        <span aria-hidden="true">–</span>
        <End
          {...shared}
          placeholder="Max"
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
