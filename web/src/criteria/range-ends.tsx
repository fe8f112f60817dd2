import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import classes from './fields.module.css'
import type { RangeTexts } from './use-range-texts.ts'

type RangeEndsProps = Pick<TextInputProps, 'size' | 'leftSection'> & {
  label: string
  /** What the ends are when nothing is set, where that is known. */
  least?: string | undefined
  most?: string | undefined
  texts: RangeTexts
  onType: (change: Partial<RangeTexts>) => void
  problem: string | undefined
  /** The id of what else is said of both. */
  describedBy?: string
}

/** The two ends of a range, to be typed, and what is wrong with them. */
export function RangeEnds(props: RangeEndsProps) {
  const { label, least = 'Min', most = 'Max', texts, onType, problem, describedBy, ...input } = props
  const problemId = useId()
  const end = {
    ...input,
    inputMode: 'decimal',
    autoComplete: 'off',
    error: problem !== undefined,
    'aria-describedby': problem ? problemId : describedBy,
  } as const
  return (
    <>
      <div className={classes.ends}>
        <TextInput
          {...end}
          placeholder={least}
          aria-label={`${label}, at least`}
          value={texts.low}
          onChange={({ currentTarget }) => onType({ low: currentTarget.value })}
        />
        <span aria-hidden="true">–</span>
        <TextInput
          {...end}
          placeholder={most}
          aria-label={`${label}, at most`}
          value={texts.high}
          onChange={({ currentTarget }) => onType({ high: currentTarget.value })}
        />
      </div>
      {problem && (
        <p id={problemId} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
