import { Code, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { weekdayNames } from './dataset-formats.ts'
import type { PlanValues } from './plan-form.ts'

const frequencies = [
  { value: 'DAY', label: 'Daily' },
  { value: 'WEEK', label: 'Weekly' },
  { value: 'MONTH', label: 'Monthly' },
  { value: 'CRON', label: 'Cron expression' },
  { value: 'NEVER', label: 'On request only' },
]
const weekdays = weekdayNames.map((label, at) => ({ value: String(at + 1), label }))
const days = Array.from({ length: 28 }, (_, at) => String(at + 1))
const hours = Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: `${String(at).padStart(2, '0')}:00` }))

type FieldProps = { form: SchemaForm<PlanValues>; readOnly: boolean }

function ScheduleFields({ form, readOnly }: FieldProps) {
  const { every } = form.values
  const common = { allowDeselect: false, readOnly }
  return (
    <SimpleGrid cols={{ base: 1, xs: every === 'DAY' ? 2 : 3 }} spacing={12}>
      <Select label="Refresh" data={frequencies} {...common} {...form.getInputProps('every')} />
      {every === 'WEEK' && <Select label="Weekday" data={weekdays} {...common} {...form.getInputProps('weekday')} />}
      {every === 'MONTH' && <Select label="Day" data={days} {...common} {...form.getInputProps('day')} />}
      {['DAY', 'WEEK', 'MONTH'].includes(every) && (
        <Select label="Time (UTC)" data={hours} {...common} {...form.getInputProps('hour')} />
      )}
      {every === 'CRON' && (
        <TextInput
          label="Expression (UTC)"
          placeholder="0 6 * * 1"
          readOnly={readOnly}
          {...form.getInputProps('cron')}
        />
      )}
    </SimpleGrid>
  )
}

const locationHelp = (
  <>
    An https:// URL, s3://bucket/key, or a path below the import folder: the newest file that matches{' '}
    <Code>davidson/parcels-*.csv</Code> is read.
  </>
)

type PlanFieldsProps = FieldProps & { sourceFiles: readonly string[]; isFocused?: boolean }

/** The location of each file of a source, and when they are looked at. */
export const PlanFields = ({ form, readOnly, sourceFiles, isFocused }: PlanFieldsProps) => (
  <Stack gap={16}>
    {sourceFiles.map((file, at) => (
      <TextInput
        key={file}
        label={sourceFiles.length === 1 ? 'Location' : `Location of ${file}`}
        description={at === 0 ? locationHelp : undefined}
        placeholder="https://data.example.gov/parcels.csv"
        data-autofocus={(isFocused && at === 0) || undefined}
        readOnly={readOnly}
        {...form.getInputProps(`locations.${at}`)}
      />
    ))}
    <ScheduleFields form={form} readOnly={readOnly} />
  </Stack>
)
