import type { Range } from '@dooryard/contract/criteria'
import type { RangeUnit } from '@dooryard/contract/criteria-fields'
import { formatCompact, formatNumber } from '../lib/format.ts'
import { CheckBox } from './check-box.tsx'
import classes from './fields.module.css'
import { Histogram } from './histogram.tsx'
import type { RangeFacet } from './histogram-scale.ts'
import { RangeEnds } from './range-ends.tsx'
import { useRangeTexts } from './use-range-texts.ts'

type RangeFieldProps = {
  label: string
  unit: RangeUnit
  /** Whether it counts what has no halves. */
  isWhole: boolean
  /** What there is under the other filters, once that is known. */
  facet: RangeFacet | undefined
  isStale: boolean
  value: Range | undefined
  onChange: (value: Range | undefined) => void
}

const unitWords: Partial<Record<RangeUnit, string>> = { dollars: '$', sqft: 'sq ft', percent: '%' }

/** Short enough for a small box: `1780`, `40K`, `2.1M`. */
const endText = (value: number | null | undefined, unit: RangeUnit) =>
  typeof value !== 'number' ? undefined : unit === 'year' ? String(value) : formatCompact(value)

const orUnknown = (facet: RangeFacet | undefined) =>
  facet ? `Or unknown (${formatNumber(facet.unknown)})` : 'Or unknown'

function Legend({ label, unit, facet, value }: Pick<RangeFieldProps, 'label' | 'unit' | 'facet' | 'value'>) {
  return (
    <legend>
      {label} {unitWords[unit] && <span className={classes.unit}>{unitWords[unit]}</span>}
      {facet && facet.unknown > 0 && !value && (
        <span className={classes.rangeNote}>{formatNumber(facet.unknown)} unknown</span>
      )}
    </legend>
  )
}

/** From and to, either of which may be left open: drawn over what there is, or typed. */
export function RangeField({ label, unit, isWhole, facet, isStale, value, onChange }: RangeFieldProps) {
  const { texts, type, draw, report, problem } = useRangeTexts({ value, unit, isWhole, onChange })
  return (
    <fieldset className={classes.range}>
      <Legend label={label} unit={unit} facet={facet} value={value} />
      {facet ? (
        <Histogram label={label} unit={unit} facet={facet} isStale={isStale} value={value} onDraw={draw} />
      ) : (
        <div className={classes.noBars} />
      )}
      <RangeEnds
        size="xs"
        label={label}
        least={endText(facet?.min, unit)}
        most={endText(facet?.max, unit)}
        texts={texts}
        onType={type}
        problem={problem && `${problem}. Not applied.`}
      />
      {value && (
        <CheckBox
          label={orUnknown(facet)}
          checked={value.includeUnknown ?? false}
          onChange={(checked) => report({ ...value, includeUnknown: checked || undefined })}
        />
      )}
    </fieldset>
  )
}
