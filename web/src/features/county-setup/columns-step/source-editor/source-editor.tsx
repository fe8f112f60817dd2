import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { type Ref, useId } from 'react'
import { Segments } from '../../../../ui/display/segments.tsx'
import type { ColumnOption } from '../column-options.ts'
import classes from '../columns.module.css'
import { ColumnSelects } from './column-select.tsx'
import {
  getMode,
  isIncomplete,
  type SourceMode,
  setColumnAt,
  setColumns,
  setMode,
  setTransforms,
} from './source-edits.ts'
import { TransformList } from './transforms/transform-list.tsx'

type SourceEditorProps = {
  kind: FieldKind
  columns: readonly ColumnOption[]
  source: FieldSource | undefined
  /** Gets the input of the first column. */
  firstRef?: Ref<HTMLInputElement> | undefined
  onChange: (source: FieldSource | undefined) => void
}

const modes: { value: SourceMode; label: string }[] = [
  { value: 'COLUMNS', label: 'Columns' },
  { value: 'FIRST_OF', label: 'First that is known' },
  { value: 'CONSTANT', label: 'Same for all' },
]

function ColumnsEditor({ kind, columns, source, firstRef, onChange }: SourceEditorProps) {
  const chosen = source && 'columns' in source ? source : undefined
  return (
    <Stack gap={12}>
      <ColumnSelects
        columns={columns}
        value={chosen?.columns ?? []}
        firstRef={firstRef}
        onColumn={(at, column) => onChange(setColumnAt(source, at, column))}
        onRemove={(at) => onChange(setColumns(source, chosen?.columns.filter((_, other) => other !== at) ?? []))}
      />
      {chosen && (
        <TransformList
          kind={kind}
          transforms={chosen.transforms ?? []}
          onChange={(transforms) => onChange(setTransforms(chosen, transforms))}
        />
      )}
    </Stack>
  )
}

const maxChoices = 6

function ChoicesEditor({ kind, columns, source, firstRef, onChange }: SourceEditorProps) {
  const choices = source && 'firstOf' in source ? source.firstOf : []
  const change = (next: FieldSource[]) => onChange(next.length > 1 ? { firstOf: next } : next[0])
  const spare = columns[0]?.name
  return (
    <Stack gap={12}>
      {choices.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices have no other identity than their place
        <div key={at} className={classes.step}>
          <Group justify="space-between" mb={8}>
            <Text fz="sm" fw={500}>
              {at === 0 ? 'First' : 'Otherwise'}
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<X size={14} aria-hidden="true" />}
              onClick={() => change(choices.filter((_, other) => other !== at))}
            >
              Remove
            </Button>
          </Group>
          <SourceEditor
            kind={kind}
            columns={columns}
            source={choice}
            firstRef={at === 0 ? firstRef : undefined}
            // A choice that loses its only column goes.
            onChange={(next) => change(choices.flatMap((other, index) => (index === at ? (next ?? []) : other)))}
          />
        </div>
      ))}
      {spare !== undefined && choices.length < maxChoices && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'start' }}
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => change([...choices, { columns: [spare] }])}
        >
          Add another choice
        </Button>
      )}
    </Stack>
  )
}

function ConstantEditor({ kind, source, onChange }: SourceEditorProps) {
  const constant = source && 'constant' in source ? source.constant : ''
  const read = (text: string) => (kind === 'YES_NO' && /^(?:yes|no)$/i.test(text) ? text.toLowerCase() === 'yes' : text)
  return (
    <TextInput
      label="Value of every row"
      description={kind === 'YES_NO' ? 'Yes or no' : undefined}
      maxLength={300}
      value={typeof constant === 'boolean' ? (constant ? 'yes' : 'no') : String(constant)}
      error={isIncomplete({ constant }) ? 'Enter a value' : undefined}
      onChange={({ currentTarget: { value } }) => onChange({ constant: read(value) })}
    />
  )
}

/** Edits where a field comes from: columns with transforms, the first known of several, or one value for all rows. */
export function SourceEditor(props: SourceEditorProps) {
  const { source, columns, onChange } = props
  const name = useId()
  const mode = source ? getMode(source) : 'COLUMNS'
  const spare = columns[0]?.name ?? ''
  return (
    <Stack gap={12}>
      <fieldset className="plain">
        <legend className="visually-hidden">Value from</legend>
        <Segments
          name={name}
          segments={modes}
          value={mode}
          isSmall
          onChange={(next) => onChange(setMode(source, next, spare))}
        />
      </fieldset>
      {mode === 'COLUMNS' && <ColumnsEditor {...props} />}
      {mode === 'FIRST_OF' && <ChoicesEditor {...props} />}
      {mode === 'CONSTANT' && <ConstantEditor {...props} />}
    </Stack>
  )
}
