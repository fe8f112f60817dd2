import type { SetupTable, TableReading } from '@dooryard/contract/data/sources/setup-files'
import { FileEncoding, FileFormat } from '@dooryard/contract/data/sources/source-document'
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { delimiterLabels, encodingLabels, formatLabels, listOptions } from './table-formats.ts'

type Delimiter = keyof typeof delimiterLabels
const delimiters = Object.keys(delimiterLabels) as Delimiter[] // its own keys

type TableOptionsProps = {
  table: SetupTable
  isPending: boolean
  onChoices: (choices: TableReading) => void
  onCancel: () => void
}

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
          description="Such as EPSG:2274"
          maxLength={4_000}
          value={reading.crs ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ crs: value || undefined })}
        />
      )}
    </>
  )
}

const withoutUndefined = (reading: TableReading): TableReading =>
  Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined))

/** Only what differs from what was detected is a choice. */
function toChoices(reading: TableReading, detected: TableReading): TableReading {
  const differs = (key: string) =>
    JSON.stringify(reading[key as keyof TableReading]) !== JSON.stringify(detected[key as keyof TableReading]) // its own
  return Object.fromEntries(Object.entries(withoutUndefined(reading)).filter(([key]) => differs(key)))
}

/** Overrules what was detected about a table, which is then read again. */
export function TableOptions({ table, isPending, onChoices, onCancel }: TableOptionsProps) {
  const { detected, choices, geometry } = table
  const [reading, setReading] = useState<TableReading>({ ...detected, ...choices })
  const change = (next: TableReading) => setReading({ ...reading, ...next })
  return (
    <Stack gap={16}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing={12}>
        <Select
          label="Format"
          allowDeselect={false}
          data={toOptions(FileFormat.options, formatLabels)}
          value={reading.format ?? null}
          onChange={(next) => change({ format: FileFormat.options.find((one) => one === next) })}
        />
        <FormatOptions reading={reading} hasGeometry={geometry !== null} onChange={change} />
      </SimpleGrid>
      <Group gap={8}>
        <Button size="xs" loading={isPending} onClick={() => onChoices(toChoices(reading, detected))}>
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
