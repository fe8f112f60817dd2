import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { SetupTable, TableReading } from '@dooryard/contract/data/sources/setup-files'
import { FileEncoding, FileFormat } from '@dooryard/contract/data/sources/source-document'
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import type { FixedColumn } from './fixed-width/fixed-columns.ts'
import { FixedWidthEditor } from './fixed-width/fixed-width-editor.tsx'
import {
  delimiterLabels,
  encodingLabels,
  formatLabels,
  formatUnknown,
  listOptions,
  parseUnknown,
  toChoices,
} from './table-formats.ts'

type Delimiter = keyof typeof delimiterLabels
const delimiters = Object.keys(delimiterLabels) as Delimiter[] // its own keys

type TableOptionsProps = {
  setupId: string
  table: SetupTable
  isPending: boolean
  onChoices: (choices: TableReading) => void
  onCancel: () => void
}

// Fields with a description line up with those beside them that have none.
const below = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies Partial<TextInputProps>

const toOptions = <Key extends string>(keys: readonly Key[], labels: Record<Key, string>) =>
  keys.map((value) => ({ value, label: labels[value] }))

type TextOptionsProps = { reading: TableReading; hasGeometry: boolean; onChange: (change: TableReading) => void }

/** What a file of the format leaves open. */
function FormatOptions({ reading, hasGeometry, onChange }: TextOptionsProps) {
  const offered = listOptions(reading.format, hasGeometry)
  return (
    <>
      {offered.delimiter && (
        <Select
          label="Delimiter"
          allowDeselect={false}
          data={toOptions(delimiters, delimiterLabels)}
          value={reading.delimiter ?? null}
          onChange={(next) => onChange({ delimiter: delimiters.find((one) => one === next) })}
        />
      )}
      {offered.headerLine && (
        <NumberInput
          label="Header line"
          {...below}
          description="0 if no line has the names"
          min={0}
          max={50}
          clampBehavior="strict"
          allowDecimal={false}
          hideControls
          value={reading.headerLine ?? ''}
          onChange={(value) => onChange({ headerLine: value === '' ? undefined : Number(value) })}
        />
      )}
      {offered.encoding && (
        <Select
          label="Encoding"
          allowDeselect={false}
          data={toOptions(FileEncoding.options, encodingLabels)}
          value={reading.encoding ?? null}
          onChange={(next) => onChange({ encoding: FileEncoding.options.find((one) => one === next) })}
        />
      )}
      {offered.crs && (
        <TextInput
          label="Coordinate system"
          {...below}
          description={hasGeometry ? 'Such as EPSG:2274' : 'Of coordinates in columns, such as EPSG:2274'}
          maxLength={4_000}
          value={reading.crs ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ crs: value || undefined })}
        />
      )}
    </>
  )
}

type FixedWidthOptionsProps = {
  setupId: string
  table: SetupTable
  columns: readonly FixedColumn[]
  onChange: (change: TableReading) => void
}

function FixedWidthOptions({ setupId, table, columns, onChange }: FixedWidthOptionsProps) {
  const params = { id: setupId, tableId: table.id }
  const { data } = useQuery(buildLiveQuery(countySetups.tableRows, { params }))
  return (
    <FixedWidthEditor
      lines={data?.lines ?? []}
      columns={columns}
      onChange={(fixedWidth) => onChange({ fixedWidth: fixedWidth.length > 0 ? fixedWidth : undefined })}
    />
  )
}

/** Overrules what was detected about a table, which is then read again. */
export function TableOptions({ setupId, table, isPending, onChoices, onCancel }: TableOptionsProps) {
  const { detected, choices, geometry } = table
  const [reading, setReading] = useState<TableReading>({ ...detected, ...choices })
  const [unknown, setUnknown] = useState(formatUnknown(reading.unknown))
  const change = (next: TableReading) => setReading({ ...reading, ...next })
  const isFixed = listOptions(reading.format, false).fixedWidth
  return (
    <Stack gap={16}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing={12}>
        <Select
          label="Format"
          allowDeselect={false}
          data={toOptions(FileFormat.options, formatLabels)}
          value={reading.format ?? null}
          onChange={(next) =>
            change({
              format: FileFormat.options.find((one) => one === next),
              ...(next !== 'DELIMITED' && { delimiter: undefined }),
              ...(next !== 'FIXED_WIDTH' && { fixedWidth: undefined }),
            })
          }
        />
        <FormatOptions reading={reading} hasGeometry={geometry !== null} onChange={change} />
        <TextInput
          label="Cells without a value"
          {...below}
          description="Separated by commas, such as NA, -9"
          value={unknown}
          onChange={({ currentTarget: { value } }) => setUnknown(value)}
          onBlur={() => {
            if (unknown !== formatUnknown(reading.unknown)) change({ unknown: parseUnknown(unknown) })
          }}
        />
      </SimpleGrid>
      {isFixed && (
        <FixedWidthOptions setupId={setupId} table={table} columns={reading.fixedWidth ?? []} onChange={change} />
      )}
      <Group gap={8}>
        <Button size="xs" loading={isPending} onClick={() => onChoices(toChoices(reading, table))}>
          Read again
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {Object.keys(choices).length > 0 && (
          <Button size="xs" variant="subtle" color="gray" disabled={isPending} onClick={() => onChoices({})}>
            Use what was detected
          </Button>
        )}
      </Group>
    </Stack>
  )
}
