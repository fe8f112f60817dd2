import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import { addressParts, type DateFormat, dateFormats, type Transform } from '@dooryard/contract/data/sources/transforms'
import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import { LookupField } from './lookup-field.tsx'
import { NumberOptions } from './number-options.tsx'
import { partLabels } from './transform-labels.ts'

type OptionsProps<Type extends Transform['type']> = {
  kind: FieldKind
  transform: Extract<Transform, { type: Type }>
  onChange: (transform: Transform) => void
}

const withoutOptions: readonly Transform['type'][] = [
  'FISCAL_YEAR',
  'FULL_AND_HALF',
  'BOOK_AND_PAGE',
  'IS_FILLED',
  'IS_POSITIVE',
  'ARMS_LENGTH_OF_PRICE',
]
export const hasOptions = ({ type }: Transform) => !withoutOptions.includes(type)

const otherwiseLabels = { KEEP: 'Keep the cell', UNKNOWN: 'No value', IMPLAUSIBLE: 'Count as implausible' } as const
const toOptions = <Key extends string>(keys: readonly Key[], labels: Record<Key, string>) =>
  keys.map((value) => ({ value, label: labels[value] }))

function CaptureOptions({ transform, onChange }: OptionsProps<'CAPTURE'>) {
  return (
    <>
      <TextInput
        label="Regular expression"
        description="The first group in parentheses is the value"
        maxLength={200}
        ff="monospace"
        value={transform.pattern}
        error={transform.pattern === '' ? 'Enter a pattern' : undefined}
        onChange={({ currentTarget: { value } }) => onChange({ ...transform, pattern: value })}
      />
      <Select
        label="Cells that do not match"
        allowDeselect={false}
        data={toOptions(['KEEP', 'UNKNOWN'] as const, otherwiseLabels)}
        value={transform.otherwise}
        onChange={(next) => onChange({ ...transform, otherwise: next === 'KEEP' ? 'KEEP' : 'UNKNOWN' })}
      />
    </>
  )
}

function LookupOptions({ kind, transform, onChange }: OptionsProps<'LOOKUP'>) {
  const keys = ['IMPLAUSIBLE', 'UNKNOWN', 'KEEP'] as const
  return (
    <>
      <LookupField kind={kind} table={transform.table} onChange={(table) => onChange({ ...transform, table })} />
      <Select
        label="Other cells"
        allowDeselect={false}
        data={toOptions(keys, otherwiseLabels)}
        value={transform.otherwise}
        onChange={(next) => {
          const otherwise = keys.find((key) => key === next)
          if (otherwise) onChange({ ...transform, otherwise })
        }}
      />
    </>
  )
}

function PartOptions({ transform, onChange }: OptionsProps<'ADDRESS_PART' | 'ADDRESS_LINES'>) {
  return (
    <Select
      label="Part"
      allowDeselect={false}
      data={toOptions(addressParts, partLabels)}
      value={transform.part}
      onChange={(next) => {
        const part = addressParts.find((one) => one === next)
        if (part) onChange({ ...transform, part })
      }}
    />
  )
}

function DateOptions({ transform, onChange }: OptionsProps<'DATE'>) {
  return (
    <>
      <MultiSelect
        label="Formats"
        description="The first that fits"
        data={[...dateFormats]}
        value={transform.formats}
        onChange={(formats) => formats.length > 0 && onChange({ ...transform, formats: formats as DateFormat[] })} // options
      />
      <Checkbox
        label="Years were stored with two digits"
        description="A date in the future is a century earlier"
        checked={transform.isWrapped}
        onChange={({ currentTarget: { checked } }) => onChange({ ...transform, isWrapped: checked })}
      />
    </>
  )
}

type TextOption = {
  label: string
  description?: string
  maxLength: number
  value: string
  onText: (text: string) => void
}

const TextOptionField = ({ onText, ...props }: TextOption) => (
  <TextInput {...props} onChange={({ currentTarget: { value } }) => onText(value)} />
)

/** The options of a transform. */
export function TransformOptions({ kind, transform, onChange }: OptionsProps<Transform['type']>) {
  switch (transform.type) {
    case 'CAPTURE':
      return <CaptureOptions {...{ kind, transform, onChange }} />
    case 'LOOKUP':
      return <LookupOptions {...{ kind, transform, onChange }} />
    case 'ADDRESS_PART':
    case 'ADDRESS_LINES':
      return <PartOptions {...{ kind, transform, onChange }} />
    case 'DATE':
      return <DateOptions {...{ kind, transform, onChange }} />
    case 'NUMBER':
      return <NumberOptions {...{ kind, transform, onChange }} />
    case 'TRIM':
      return (
        <TextOptionField
          label="Characters"
          description="Besides blanks, which are always removed"
          maxLength={20}
          value={transform.characters ?? ''}
          onText={(text) => onChange({ type: 'TRIM', ...(text && { characters: text }) })}
        />
      )
    case 'JOIN':
      return (
        <TextOptionField
          label="Between the columns"
          maxLength={5}
          value={transform.separator}
          onText={(separator) => onChange({ ...transform, separator })}
        />
      )
    case 'SPLIT_NAMES':
      return (
        <TextOptionField
          label="Between the names"
          description="Without one, Dooryard finds the names itself"
          maxLength={5}
          value={transform.separator ?? ''}
          onText={(text) => onChange({ type: 'SPLIT_NAMES', ...(text && { separator: text }) })}
        />
      )
    case 'YEAR_MONTH_DAY':
      return (
        <Checkbox
          label="With the day, in the third column or after the month"
          checked={transform.hasDay}
          onChange={({ currentTarget: { checked } }) => onChange({ ...transform, hasDay: checked })}
        />
      )
    default:
      return null
  }
}
