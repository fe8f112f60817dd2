import type { BillingInterval, Plan } from '@dooryard/contract/billing/plans'
import { Group, Text } from '@mantine/core'
import { Segments } from '../../../ui/display/segments.tsx'
import { getAnnualSaving } from './interval-labels.ts'

const intervals: { value: BillingInterval; label: string }[] = [
  { value: 'MONTH', label: 'Monthly' },
  { value: 'YEAR', label: 'Annual' },
]

type IntervalSwitchProps = { plans: Plan[]; value: BillingInterval; onChange: (interval: BillingInterval) => void }

/** Switches between the monthly and the annual prices; shows nothing if no plan is sold by the year. */
export function IntervalSwitch({ plans, value, onChange }: IntervalSwitchProps) {
  if (!plans.some(({ annualPrice }) => annualPrice)) return null
  const saving = Math.max(...plans.map(getAnnualSaving))
  return (
    <Group gap="8px 12px">
      <fieldset className="plain">
        <legend className="visually-hidden">Billing interval</legend>
        <Segments name="interval" segments={intervals} value={value} onChange={onChange} />
      </fieldset>
      {saving > 0 && value === 'MONTH' && (
        <Text span fz="sm" c="dimmed">
          Save up to {saving}% with annual billing
        </Text>
      )}
    </Group>
  )
}
