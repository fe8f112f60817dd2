import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import { Button, Stack, Text } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { ColumnOption } from './column-options.ts'
import { FieldTag } from './field-mark.tsx'
import type { FieldRow } from './field-rows.ts'
import { type FieldSample, SampleValues } from './sample-values.tsx'
import { SourceEditor } from './source-editor/source-editor.tsx'

type FieldEditorProps = {
  row: FieldRow
  columns: readonly ColumnOption[]
  /** Undefined while they load. */
  samples: readonly FieldSample[] | undefined
  /** The server's objection to the field. */
  error: string | undefined
  /** What replaces the columns of a county that is the same for all rows. */
  county: ReactNode
  onChange: (source: FieldSource | undefined) => void
  onConfirm: () => void
}

function Doubt({ doubt, onConfirm }: { doubt: string; onConfirm: () => void }) {
  return (
    <Notice tone="warn">
      <Stack gap={8} align="flex-start">
        <span>{doubt}</span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Check size={14} aria-hidden="true" />}
          onClick={onConfirm}
        >
          Looks right
        </Button>
      </Stack>
    </Notice>
  )
}

/** The open field: why to check it, where it comes from, and five of its values before and after. */
export function FieldEditor(props: FieldEditorProps) {
  const { row, columns, samples, error, county, onChange, onConfirm } = props
  return (
    <Panel title={row.label} aside={<FieldTag row={row} />}>
      <Stack gap={16}>
        {row.hint && (
          <Text c="dimmed" fz="sm" mt={-4}>
            {row.hint}
          </Text>
        )}
        {row.doubt !== undefined && <Doubt doubt={row.doubt} onConfirm={onConfirm} />}
        {error && <Notice tone="bad">{error}</Notice>}
        {row.id === 'county' && county}
        {row.source && <SampleValues samples={samples} />}
        <SourceEditor key={row.id} kind={row.kind} columns={columns} source={row.source} onChange={onChange} />
      </Stack>
    </Panel>
  )
}
