import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Check } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import type { ColumnOption } from './column-options.ts'
import { FieldTag } from './field-mark.tsx'
import type { FieldRow } from './field-rows.ts'
import { type FieldSample, SampleValues } from './sample-values.tsx'
import { SourceEditor } from './source-editor/source-editor.tsx'
import { isIncomplete, setMode } from './source-editor/source-edits.ts'

type FieldEditorProps = {
  row: FieldRow
  columns: readonly ColumnOption[]
  /** Undefined while they load. */
  samples: readonly FieldSample[] | undefined
  /** Why there are no values, and how to ask for them again. */
  failure: { error: Error; retry: () => void } | undefined
  /** The server's objection to the field. */
  error: string | undefined
  /** What replaces the columns of a county that is the same for all rows. */
  county: ReactNode
  onChange: (source: FieldSource | undefined) => void
  onConfirm: () => void
}

type DoubtProps = { doubt: string; onConfirm: () => void; onChoose: () => void }

function Doubt({ doubt, onConfirm, onChoose }: DoubtProps) {
  return (
    <Notice tone="warn">
      <Stack gap={8} align="flex-start">
        <span>{doubt}</span>
        <Group gap={8}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Check size={14} aria-hidden="true" />}
            onClick={onConfirm}
          >
            Looks right
          </Button>
          <Button size="compact-sm" variant="default" onClick={onChoose}>
            Choose another column
          </Button>
        </Group>
      </Stack>
    </Notice>
  )
}

/** The open field: why to check it, where it comes from, and five of its values before and after. */
export function FieldEditor(props: FieldEditorProps) {
  const { row, columns, samples, failure, error, county, onChange, onConfirm } = props
  const column = useRef<HTMLInputElement>(null)
  const openColumns = () => {
    const [first] = columns
    // A value that is the same for all rows has no column to choose another for.
    if (row.source && first && !column.current) flushSync(() => onChange(setMode(row.source, 'COLUMNS', first.name)))
    column.current?.focus()
    column.current?.click()
  }
  return (
    <Panel title={row.label} aside={<FieldTag row={row} />}>
      <Stack gap={16}>
        {row.hint && (
          <Text c="dimmed" fz="sm" mt={-4}>
            {row.hint}
          </Text>
        )}
        {row.doubt !== undefined && <Doubt doubt={row.doubt} onConfirm={onConfirm} onChoose={openColumns} />}
        {error && !isIncomplete(row.source) && <Notice tone="bad">{error}</Notice>}
        {row.id === 'county' && county}
        {row.source && !isIncomplete(row.source) && !failure && <SampleValues samples={samples} />}
        {failure && <LoadFailure what="The values" error={failure.error} onRetry={failure.retry} />}
        <SourceEditor
          key={row.id}
          kind={row.kind}
          columns={columns}
          source={row.source}
          firstRef={column}
          onChange={onChange}
        />
      </Stack>
    </Panel>
  )
}
