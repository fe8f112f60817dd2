import '@mantine/core/styles/Chip.layer.css'
import { Chip, Group, Input } from '@mantine/core'
import { userTimeZone } from '../../lib/format/format.ts'
import { parseWholeNumber } from '../../lib/format/parse-typed.ts'
import { useCreditSettings } from '../../lib/session/current-user.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { describeLimits } from './limit-hint.ts'
import type { PlanValues } from './recurring-form.ts'
import { weekdays } from './recurring-labels.ts'

type FieldsProps<V extends PlanValues & Record<string, unknown>> = { form: SchemaForm<V> }

const repeats = [
  { value: 'DAY', label: 'Every day' },
  { value: 'WEEK', label: 'Every week' },
  { value: 'MONTH', label: 'Every month' },
]

function WeekdayField({
  value,
  error,
  onChange,
}: {
  value: string[]
  error: unknown
  onChange: (days: string[]) => void
}) {
  return (
    <Input.Wrapper label="Days" error={error ? String(error) : undefined} labelElement="div">
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap={6} mt={4} role="group" aria-label="Days">
          {weekdays.map((day) => (
            <Chip key={day.value} value={day.value} size="xs">
              {day.label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

type LimitHintProps = Pick<PlanValues, 'maxLeads' | 'monthlyCredits'> & OrderedType

/** What the limits mean together, where a run cannot be ordered in full. */
function LimitHint({ maxLeads, monthlyCredits, campaignType, isCampaign }: LimitHintProps) {
  const setting = useCreditSettings()?.find(({ key }) => key === campaignType)
  const limits = { maxLeads: parseWholeNumber(maxLeads), monthlyCredits: parseWholeNumber(monthlyCredits) }
  const hint = setting && describeLimits(limits, setting, isCampaign)
  return hint && <Notice tone={hint.tone}>{hint.text}</Notice>
}

type OrderedType = {
  /** Undefined until it is chosen. */
  campaignType: string | undefined
  /** Orders of campaigns have a minimum. */
  isCampaign: boolean
}

type PlanFieldsProps = FieldsProps<PlanValues> & OrderedType & { timeZone?: string }

/** When a recurring order runs, and its limits. */
export function PlanFields({ form, timeZone = userTimeZone, ...ordered }: PlanFieldsProps) {
  const { every, weekdays: days } = form.values
  return (
    <>
      <FormFields
        form={form}
        fields={[{ name: 'name', label: 'Name', maxLength: 80, placeholder: 'New absentee owners' }]}
      />
      <FieldPair>
        <FormFields
          form={form}
          fields={[
            { name: 'every', kind: 'select', label: 'Repeat', data: repeats },
            {
              name: 'time',
              label: 'Time',
              type: 'time',
              description: timeZone.replaceAll('_', ' '),
              inputWrapperOrder: ['label', 'input', 'description', 'error'],
            },
          ]}
        />
      </FieldPair>
      {every === 'WEEK' && (
        <WeekdayField
          value={days}
          error={form.errors['weekdays']}
          onChange={(chosen) => {
            form.setFieldValue('weekdays', chosen)
            form.clearFieldError('weekdays')
          }}
        />
      )}
      {every === 'MONTH' && (
        <FormFields
          form={form}
          fields={[
            {
              name: 'day',
              label: 'Day of the month',
              inputMode: 'numeric',
              description: 'In shorter months, days 29 to 31 mean the last day',
            },
          ]}
        />
      )}
      <FieldPair>
        <FormFields
          form={form}
          fields={[
            { name: 'maxLeads', label: 'Max leads per run', inputMode: 'numeric' },
            { name: 'monthlyCredits', label: 'Max credits per month', inputMode: 'numeric', placeholder: '300' },
          ]}
        />
      </FieldPair>
      <LimitHint {...form.values} {...ordered} />
    </>
  )
}
