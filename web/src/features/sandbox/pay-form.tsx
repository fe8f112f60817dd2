import {
  type SandboxCheckout,
  SandboxPayment,
  sandbox,
  type TestCard,
  testCards,
} from '@dooryard/contract/billing/payments'
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { buildQuery } from '../../lib/api/query.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { useAnnouncedError } from '../../ui/toasts/announced-errors.ts'
import { BankDialog } from './bank-dialog.tsx'
import classes from './checkout.module.css'
import { formatPayAction, groupDigits, stripSeparators } from './checkout-labels.ts'

type PayFormProps = { checkout: SandboxCheckout; onPaid: () => void; onCancel: () => void }

/** The payment, and the confirmation if the bank asks for it. */
function usePaymentCalls(session: string) {
  const cache = useQueryClient()
  const { queryKey } = buildQuery(sandbox.checkout, { params: { session } })
  // A paid checkout is left at once, so its data is not needed.
  const onSuccess = (checkout: SandboxCheckout) => {
    if (checkout.status !== 'PAID') cache.setQueryData(queryKey, checkout)
  }
  const pay = useMutation({
    mutationFn: (card: string) => api.call(sandbox.pay, { params: { session }, body: { card } }),
    onSuccess,
  })
  const confirm = useMutation({
    mutationFn: (approve: boolean) => api.call(sandbox.confirm, { params: { session }, body: { approve } }),
    onSuccess,
    // A checkout the bank rejected no longer waits for confirmation.
    onError: () => cache.invalidateQueries({ queryKey }),
  })
  return { pay, confirm }
}

function useCardForm({ checkout: { session }, onPaid }: PayFormProps) {
  const { pay, confirm } = usePaymentCalls(session)
  const runExclusive = useSingleFlight()
  const resetCalls = () => {
    pay.reset()
    confirm.reset()
  }
  const form = useSchemaForm(SandboxPayment, { card: '4242 4242 4242 4242' }, resetCalls)
  const finish = ({ status }: SandboxCheckout) => {
    if (status === 'PAID') onPaid()
  }
  const submit = form.submit(({ card }) =>
    runExclusive((release) => {
      resetCalls()
      pay.mutate(stripSeparators(card), { onSuccess: finish, onError: form.showRefusal, onSettled: release })
    }),
  )
  return { form, pay, confirm, submit, finish }
}

/** Why the payment failed. */
function describeRefusal({ pay, confirm, form }: Pick<ReturnType<typeof useCardForm>, 'pay' | 'confirm' | 'form'>) {
  if (confirm.isError) return getErrorMessage(confirm.error)
  if (confirm.isSuccess && confirm.data.status === 'OPEN' && !confirm.data.needsConfirmation)
    return 'Your bank did not confirm the payment, so nothing was charged.'
  const error = form.unlessOnFields(pay.error)
  return error ? getErrorMessage(error) : undefined
}

const testCardEntries = Object.entries(testCards) as [TestCard, (typeof testCards)[TestCard]][] // TypeScript types `Object.entries` keys as strings
const colorByCard: Record<string, string> = { SUCCEEDS: 'good', DECLINED: 'bad' }

/** The test cards and their outcomes. */
const TestCards = ({ chosen, onChoose }: { chosen: string; onChoose: (number: string) => void }) => (
  <fieldset className="plain">
    <Text component="legend" c="dimmed" fz="sm" fw={500} mb={6}>
      Test cards
    </Text>
    <Paper withBorder style={{ overflow: 'hidden' }}>
      {testCardEntries.map(([number, { does, says }]) => (
        <label key={number} className={classes.card}>
          <input
            type="radio"
            name="test-card"
            checked={stripSeparators(chosen) === number}
            onChange={() => onChoose(groupDigits(number))}
          />
          <span className="numbers">{groupDigits(number)}</span>
          <Text span inherit c={colorByCard[does] ? `var(--mantine-color-${colorByCard[does]}-light-color)` : 'dimmed'}>
            {says}
          </Text>
        </label>
      ))}
    </Paper>
  </fieldset>
)

/** The card, and the payment. */
export function PayForm(props: PayFormProps) {
  const { checkout, onCancel } = props
  const { form, pay, confirm, submit, finish } = useCardForm(props)
  const refusal = checkout.needsConfirmation ? undefined : describeRefusal({ pay, confirm, form })
  useAnnouncedError(checkout.needsConfirmation ? null : (confirm.error ?? form.unlessOnFields(pay.error)))
  const isPaid = pay.data?.status === 'PAID' || confirm.data?.status === 'PAID'
  return (
    <Paper withBorder radius="lg" px={{ base: 16, sm: 24 }} py={{ base: 20, sm: 24 }}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <Title order={2}>{checkout.kind === 'PAYMENT_METHOD' ? 'Card' : 'Pay by card'}</Title>
          <Group justify="space-between" gap="0 16px" pb={16} fz="sm" style={{ borderBottom: '1px solid var(--line)' }}>
            <Text span inherit c="dimmed">
              Email
            </Text>
            <span style={{ overflowWrap: 'anywhere' }}>{checkout.email}</span>
          </Group>
          <TextInput
            size="md"
            label="Card number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            classNames={{ input: 'numbers' }}
            {...form.getInputProps('card')}
          />
          <TestCards chosen={form.values.card} onChoose={(card) => form.setFieldValue('card', card)} />
          {refusal && <Notice tone="bad">{refusal}</Notice>}
          <Button type="submit" size="md" fullWidth loading={pay.isPending || isPaid}>
            {formatPayAction(checkout)}
          </Button>
          <Button variant="subtle" color="gray" fullWidth disabled={pay.isPending} onClick={onCancel}>
            Cancel and go back
          </Button>
          <BankDialog checkout={checkout} confirm={confirm} onAnswer={finish} />
        </Stack>
      </form>
    </Paper>
  )
}
