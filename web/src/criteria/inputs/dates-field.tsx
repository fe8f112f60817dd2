import type { Dates } from '@dooryard/contract/criteria/ranges'
import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FieldError } from './range-inputs.tsx'

const presets = [
  { value: '', label: 'Any time' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '180', label: 'Last 6 months' },
  { value: '365', label: 'Last 12 months' },
  { value: '730', label: 'Last 2 years' },
  { value: '1825', label: 'Last 5 years' },
]
const customPreset = { value: 'between', label: 'Between two days' }

type Days = { from?: string | undefined; to?: string | undefined }
type DatesFieldProps = { label: string; value: Dates | undefined; onChange: (value: Dates | undefined) => void }

export function DatesField({ label, value, onChange }: DatesFieldProps) {
  const [picksDays, setPicksDays] = useState(value !== undefined && !('lastDays' in value))
  const [problem, setProblem] = useState<string>()
  const days: Days = value && !('lastDays' in value) ? value : {}
  const preset = value && 'lastDays' in value ? String(value.lastDays) : picksDays ? customPreset.value : ''
  const listed = [...presets, customPreset].some((option) => option.value === preset)
  const options = listed
    ? [...presets, customPreset]
    : [...presets, { value: preset, label: `Last ${preset} days` }, customPreset]
  const choosePreset = (next: string) => {
    setPicksDays(next === customPreset.value)
    setProblem(undefined)
    onChange(next === '' || next === customPreset.value ? undefined : { lastDays: Number(next) })
  }
  const chooseDay = (change: Days) => {
    const next = { ...days, ...change }
    const isWrong = next.from !== undefined && next.to !== undefined && next.from > next.to
    setProblem(isWrong ? 'The first day is after the last' : undefined)
    if (!isWrong) onChange(next.from || next.to ? next : undefined)
  }
  const day = (end: keyof Days) => (
    <TextInput
      flex={1}
      miw={0}
      size="xs"
      type="date"
      aria-label={`${label}, ${end}`}
      value={days[end] ?? ''}
      onChange={({ currentTarget }) => chooseDay({ [end]: currentTarget.value || undefined })}
    />
  )
  return (
    <Stack gap={6}>
      <NativeSelect
        size="xs"
        label={label}
        data={options}
        value={preset}
        onChange={({ currentTarget }) => choosePreset(currentTarget.value)}
      />
      {preset === customPreset.value && (
        <Group gap={6} wrap="nowrap" c="dimmed">
          {day('from')}
          <span aria-hidden="true">–</span>
          {day('to')}
        </Group>
      )}
      {problem && <FieldError>{problem}</FieldError>}
    </Stack>
  )
}
