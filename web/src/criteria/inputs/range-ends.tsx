import { Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import type { RangeTexts } from './use-range-texts.ts'

type RangeEndsProps = Pick<TextInputProps, 'size' | 'leftSection'> & {
  label: string
  /** What the ends are when nothing is set, where that is known. */
  least?: string | undefined
  most?: string | undefined
  texts: RangeTexts
  onType: (change: Partial<RangeTexts>) => void
  problem: string | undefined
  describedBy?: string
}

export function RangeEnds(props: RangeEndsProps) {
  const { label, least = 'Min', most = 'Max', texts, onType, problem, describedBy, ...input } = props
  const problemId = useId()
  const end = {
    ...input,
    flex: 1,
    miw: 0,
    inputMode: 'decimal',
    autoComplete: 'off',
    error: problem !== undefined,
    'aria-describedby': problem ? problemId : describedBy,
  } as const
  return (
    <>
      <Group gap={6} wrap="nowrap" c="dimmed">
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
      </Group>
      {problem && <Problem id={problemId}>{problem}</Problem>}
    </>
  )
}

export const Problem = (props: { id?: string; children: string }) => (
  <Text fz={12} c="var(--mantine-color-error)" role="alert" {...props} />
)
