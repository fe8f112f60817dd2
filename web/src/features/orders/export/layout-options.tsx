import { type ExportLayout, resolveLayout, rowsPerFileRange } from '@dooryard/contract/orders/export/export-layout'
import { Box, Checkbox, NumberInput, Select, SimpleGrid, Stack } from '@mantine/core'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { LayoutFieldProps } from './column-groups.tsx'

const formats = [
  { value: 'CSV', label: 'CSV' },
  { value: 'XLSX', label: 'Excel (XLSX)' },
] as const
const nameCases = [
  { value: 'TITLE', label: 'Title case' },
  { value: 'COUNTY', label: 'As in the county' },
] as const
const phoneLayouts = [
  { value: 'COLUMNS', label: 'One per lead' },
  { value: 'ROWS', label: 'One per phone' },
] as const
const splits = [
  { value: 'NONE', label: 'One file' },
  { value: 'STATE', label: 'By state' },
  { value: 'COUNTY', label: 'By county' },
  { value: 'ROWS', label: 'By rows' },
] as const

type OptionProps<Value extends string> = {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

const Option = <Value extends string>({ label, data, value, onChange }: OptionProps<Value>) => (
  <Select
    label={label}
    data={[...data]}
    value={value}
    allowDeselect={false}
    // The options are the values of `data`.
    onChange={(next) => next !== null && onChange(next as Value)}
  />
)

/** Format, names, phones and split. */
export function LayoutOptions({ campaignType, layout, onChange }: LayoutFieldProps) {
  const { nameCase, phones } = resolveLayout(layout)
  const change = (part: Partial<ExportLayout>) => onChange({ ...layout, ...part })
  return (
    <Stack gap={16}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={16}>
        <Option label="Format" data={formats} value={layout.format} onChange={(format) => change({ format })} />
        <Option label="Names" data={nameCases} value={nameCase} onChange={(next) => change({ nameCase: next })} />
        {campaignType === 'CALL_READY' && (
          <Option label="Rows" data={phoneLayouts} value={phones} onChange={(next) => change({ phones: next })} />
        )}
        <Option
          label="Split"
          data={splits}
          value={layout.split}
          onChange={(split) =>
            change({ split, rowsPerFile: split === 'ROWS' ? (layout.rowsPerFile ?? 1_000) : undefined })
          }
        />
        {layout.split === 'ROWS' && (
          <NumberInput
            label="Rows per file"
            {...rowsPerFileRange}
            allowDecimal={false}
            clampBehavior="blur"
            thousandSeparator=","
            value={layout.rowsPerFile ?? ''}
            onChange={(rows) => typeof rows === 'number' && change({ rowsPerFile: rows })}
          />
        )}
      </SimpleGrid>
      {campaignType === 'CALL_READY' && <SuppressedField layout={layout} onChange={change} />}
    </Stack>
  )
}

type SuppressedFieldProps = { layout: ExportLayout; onChange: (part: Partial<ExportLayout>) => void }

const SuppressedField = ({ layout, onChange }: SuppressedFieldProps) => (
  <Box>
    <Checkbox
      label="Include numbers on DNC, with the reason"
      checked={layout.includeSuppressed}
      onChange={({ currentTarget }) => onChange({ includeSuppressed: currentTarget.checked })}
    />
    {layout.includeSuppressed && (
      <Box mt="sm">
        <Notice tone="warn">
          These numbers must not be called. The do-not-call column gives the reason. Keep them out of your dialer.
        </Notice>
      </Box>
    )}
  </Box>
)
