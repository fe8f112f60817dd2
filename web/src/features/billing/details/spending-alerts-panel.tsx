import { type SpendingAlerts, SpendingAlertsChange, spendingAlerts } from '@dooryard/contract/billing/spending-alerts'
import { Anchor, Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation, useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { parseWholeNumber } from '../../../lib/format/parse-typed.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'

const fields = [
  { name: 'perDay', label: 'Spent per day' },
  { name: 'perMonth', label: 'Spent per month' },
  { name: 'balanceBelow', label: 'Balance below' },
] as const

/** A typed number of credits; an empty text is no alert. */
const creditsField = (schema: z.ZodType<number | null, number | null>) =>
  z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : parseWholeNumber(typed)))
    .pipe(schema)

const { perDay, perMonth, balanceBelow } = SpendingAlertsChange.shape
const AlertsForm = z.object({
  perDay: creditsField(perDay),
  perMonth: creditsField(perMonth),
  balanceBelow: creditsField(balanceBelow),
})

const toValues = (alerts: SpendingAlerts) => ({
  perDay: String(alerts.perDay ?? ''),
  perMonth: String(alerts.perMonth ?? ''),
  balanceBelow: String(alerts.balanceBelow ?? ''),
})

function AlertsFormFields({ alerts }: { alerts: SpendingAlerts }) {
  const refresh = useInvalidate([spendingAlerts.get])
  const save = useEndpointMutation(spendingAlerts.save, { onSuccess: refresh })
  const form = useSchemaForm(AlertsForm, toValues(alerts), () => save.isError && save.reset())
  const runExclusive = useSingleFlight()
  const submit = form.submit((values) => {
    const done = () => {
      form.resetDirty(values)
      showSuccessToast('Spending alerts saved')
    }
    runExclusive((release) =>
      save.mutate(
        { body: AlertsForm.parse(values) },
        { onSuccess: done, onError: form.showRefusal, onSettled: release },
      ),
    )
  })
  const error = form.unlessOnFields(save.error)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={16}>
          {fields.map(({ name, label }) => (
            <TextInput
              key={name}
              label={label}
              placeholder="Off"
              inputMode="numeric"
              autoComplete="off"
              rightSection="credits"
              rightSectionWidth={64}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        {error && <FailureNotice error={error} />}
        <Group justify="space-between" gap="8px 16px">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
          <Text c="dimmed" fz="sm" className="numbers">
            Spent today: {formatNumber(alerts.spentToday)} · This month: {formatNumber(alerts.spentThisMonth)}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}

/** The limits of spending at which the user gets a mail and a notification. */
export function SpendingAlertsPanel() {
  const { data, error, refetch } = useQuery(buildQuery(spendingAlerts.get, {}))
  return (
    <Panel title="Spending alerts">
      <Stack gap={16}>
        <Text c="dimmed" fz="sm" maw="68ch">
          Get notified when you pass a limit: once a day, once a month, or once until your balance recovers. Days and
          months are in UTC. Choose email, the app or both in the{' '}
          <Anchor component={Link} to="/portal/settings/notifications" inherit underline="always">
            notification settings
          </Anchor>
          .
        </Text>
        {data ? (
          <AlertsFormFields alerts={data} />
        ) : error ? (
          <LoadFailure what="Spending alerts" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
      </Stack>
    </Panel>
  )
}
