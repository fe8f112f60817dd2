import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Group, MultiSelect, Stack, Text } from '@mantine/core'
import { Check } from 'lucide-react'
import { toLowerFirst } from '../../lib/format/format.ts'
import { type ExclusionKey, maxExcludedRecords } from './exclusion-kinds.ts'
import { type ExclusionPicker, useExclusionPicker } from './exclusions.data.ts'

type Choice = ExclusionPicker['choices'][number]

type ChoiceOptionProps = { choice: Choice; isChosen: boolean }

const ChoiceOption = ({ choice: { name, description, refusal }, isChosen }: ChoiceOptionProps) => (
  <Group gap={8} wrap="nowrap" flex={1} miw={0}>
    <Check size={14} aria-hidden="true" style={{ flex: 'none' }} visibility={isChosen ? 'visible' : 'hidden'} />
    <Stack gap={0} miw={0}>
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {(refusal || description) && (
        <Text fz={12} lh="16px" c="dimmed">
          {refusal ?? description}
        </Text>
      )}
    </Stack>
  </Group>
)

type ExclusionSelectProps = { exclusion: ExclusionKey; criteria: Criteria; onChange: (criteria: Criteria) => void }

/** A field that chooses the records of a kind to exclude; nothing where the user has none. */
export function ExclusionSelect({ exclusion, criteria, onChange }: ExclusionSelectProps) {
  const picker = useExclusionPicker(exclusion, criteria, onChange)
  const { kind, value, choose, choices, hasAny, text, setText, empty } = picker
  if (!hasAny) return null
  const choiceById = new Map(choices.map((choice) => [choice.id, choice]))
  return (
    <MultiSelect
      label={`Exclude ${toLowerFirst(kind.label)}`}
      description={kind.hint}
      placeholder={value.length === 0 ? 'None' : undefined}
      data={choices.map(({ id, name, refusal }) => ({ value: id, label: name, disabled: refusal !== undefined }))}
      renderOption={({ option, checked = false }) => {
        const choice = choiceById.get(option.value)
        return choice && <ChoiceOption choice={choice} isChosen={checked} />
      }}
      value={value}
      onChange={choose}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has already filtered them.
      filter={({ options }) => options}
      maxValues={maxExcludedRecords}
      nothingFoundMessage={empty}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
