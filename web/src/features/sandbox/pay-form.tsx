import { type SandboxCheckout, SandboxPayment } from '@dooryard/contract/payments'
import { Button, TextInput } from '@mantine/core'
import { ApiError, sentenceFor } from '../../lib/errors.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { BankDialog } from './bank-dialog.tsx'
import { digitsOf } from './card-number.ts'
import { useConfirm, usePay } from './checkout.data.ts'
import classes from './checkout.module.css'
import { payAction } from './checkout-words.ts'
import { TestCards } from './test-cards.tsx'

type PayFormProps = { checkout: SandboxCheckout; onPaid: () => void; onCancel: () => void }

function useCard({ checkout: { session }, onPaid }: PayFormProps) {
  const pay = usePay(session)
  const confirm = useConfirm(session)
  const singly = useSingleFlight()
  const forget = () => {
    pay.reset()
    confirm.reset()
  }
  const form = useSchemaForm(SandboxPayment, { card: '4242 4242 4242 4242' }, forget)
  const finish = ({ status }: SandboxCheckout) => {
    if (status === 'PAID') onPaid()
  }
  const submit = form.submit(({ card }) =>
    singly((land) => {
      forget()
      pay.mutate(digitsOf(card), { onSuccess: finish, onError: form.showRefusal, onSettled: land })
    }),
  )
  return { form, pay, confirm, submit, finish }
}

/** Why the money did not come. */
function refusalOf(pay: ReturnType<typeof usePay>, confirm: ReturnType<typeof useConfirm>): string | undefined {
  if (confirm.isError) return sentenceFor(confirm.error)
  if (confirm.isSuccess && confirm.data.status === 'OPEN' && !confirm.data.needsConfirmation)
    return 'Your bank did not confirm the payment, so nothing was charged.'
  const isOnField = pay.error instanceof ApiError && pay.error.issues.length > 0
  return pay.isError && !isOnField ? sentenceFor(pay.error) : undefined
}

/** The card, and the payment. */
export function PayForm(props: PayFormProps) {
  const { checkout, onCancel } = props
  const { form, pay, confirm, submit, finish } = useCard(props)
  const refusal = checkout.needsConfirmation ? undefined : refusalOf(pay, confirm)
  const isPaid = pay.data?.status === 'PAID' || confirm.data?.status === 'PAID'
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h2>{checkout.kind === 'PAYMENT_METHOD' ? 'Card' : 'Pay by card'}</h2>
      <div className={classes.email}>
        <span>Email</span>
        <span>{checkout.email}</span>
      </div>
      <TextInput
        size="md"
        label="Card number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
        classNames={{ input: classes.number }}
        {...form.getInputProps('card')}
      />
      <TestCards chosen={form.values.card} onChoose={(card) => form.setFieldValue('card', card)} />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button type="submit" size="md" fullWidth loading={pay.isPending || isPaid}>
        {payAction(checkout)}
      </Button>
      <Button variant="subtle" color="gray" fullWidth disabled={pay.isPending} onClick={onCancel}>
        Cancel and go back
      </Button>
      <BankDialog checkout={checkout} confirm={confirm} onAnswer={finish} />
    </form>
  )
}
