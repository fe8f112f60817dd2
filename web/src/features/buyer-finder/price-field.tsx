import type { Range } from '@dooryard/contract/criteria'
import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import { RangeEnds } from '../../criteria/range-ends.tsx'
import { useRangeTexts } from '../../criteria/use-range-texts.ts'
import classes from './buyer-filters.module.css'

type PriceFieldProps = { value: Range | undefined; onChange: (value: Range | undefined) => void }

/** The least and the most that a purchase cost; either may be left open. */
export function PriceField({ value, onChange }: PriceFieldProps) {
  const hintId = useId()
  const { texts, type, report, problem } = useRangeTexts({ value, unit: 'dollars', isWhole: false, onChange })
  return (
    <fieldset className={classes.field}>
      <legend>Price of a purchase</legend>
      <RangeEnds label="Price" leftSection="$" texts={texts} onType={type} problem={problem} describedBy={hintId} />
      {value && (
        <Checkbox
          size="sm"
          className={classes.unpriced}
          label="Or price unknown"
          checked={value.includeUnknown ?? false}
          onChange={({ currentTarget }) => report({ ...value, includeUnknown: currentTarget.checked || undefined })}
        />
      )}
      <p id={hintId} className={classes.meaning}>
        Purchases outside of it are not counted.
      </p>
    </fieldset>
  )
}
