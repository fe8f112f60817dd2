import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import { Code, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts'
import { weekdayNames } from './dataset-formats.ts'
import { refreshDependents } from './dataset-list.tsx'
import { buildPlanSchema, type PlanValues, toPlan, toPlanValues } from './plan-form.ts'

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

type PlanDialogProps = { dataset: Dataset; opened: boolean; onClose: () => void }

/** Where the files of a dataset are published, and when they are looked at. */
export function PlanDialog({ dataset, opened, onClose }: PlanDialogProps) {
  const { id, sourceFiles, refresh } = dataset
  const call = useEndpointMutation(datasets.plan, { refreshes: refreshDependents, awaitsRefresh: true })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={refresh ? 'Edit refresh' : 'Set up refresh'}
      size="lg"
      schema={buildPlanSchema(sourceFiles)}
      initialValues={toPlanValues(dataset)}
      call={call}
      send={(values) => call.mutateAsync({ params: { id }, body: toPlan(values, sourceFiles) })}
      submitLabel={refresh?.pauseReason ? 'Save and resume' : 'Save'}
      toFieldName={(path) => path.replace(/^schedule\./, '').replace(/\.location$/, '')}
    >
      {(form) => (
        <Stack gap={16}>
          {sourceFiles.map((file, at) => (
            <TextInput
              key={file}
              label={sourceFiles.length === 1 ? 'Location' : `Location of ${file}`}
              description={at === 0 ? locationHelp : undefined}
              placeholder="https://data.example.gov/parcels.csv"
              data-autofocus={at === 0 || undefined}
              readOnly={call.isPending}
              {...form.getInputProps(`locations.${at}`)}
            />
          ))}
          <ScheduleFields form={form} readOnly={call.isPending} />
        </Stack>
      )}
    </FormDialog>
  )
}
