import { Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import type { RangeTexts } from './use-range-texts.ts'

type RangeInputsProps = Pick<TextInputProps, 'size' | 'leftSection' | 'onBlur'> & {
  label: string
  texts: RangeTexts
  onType: (change: Partial<RangeTexts>) => void
  problem: string | undefined
  describedBy?: string
}

export function RangeInputs(props: RangeInputsProps) {
  const { label, texts, onType, problem, describedBy, ...input } = props
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
          placeholder="Min"
          aria-label={`${label}, at least`}
          value={texts.low}
          onChange={({ currentTarget }) => onType({ low: currentTarget.value })}
        />
        <span aria-hidden="true">–</span>
        <TextInput
          {...end}
          placeholder="Max"
          aria-label={`${label}, at most`}
          value={texts.high}
          onChange={({ currentTarget }) => onType({ high: currentTarget.value })}
        />
      </Group>
      {problem && <FieldError id={problemId}>{problem}</FieldError>}
    </>
  )
}

export const FieldError = (props: { id?: string; children: string }) => (
  <Text fz={12} c="var(--mantine-color-error)" role="alert" {...props} />
)
