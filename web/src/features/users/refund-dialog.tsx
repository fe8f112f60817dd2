import { Refund } from '@dooryard/contract/admin-billing'
import type { Transaction } from '@dooryard/contract/transactions'
import { Textarea } from '@mantine/core'
import { formatMoney, plural } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { mayBeDone, type Person, useRefund } from './user-credits.data.ts'

type RefundFormProps = {
  user: Person
  payment: Transaction
  refund: ReturnType<typeof useRefund>
  onCancel: () => void
  onDone: () => void
}

const reasonStands = 'It stands on the credit note that they get.'

/** What a refund does, before it is made. */
function leadOf(payment: Transaction, { firstName }: Person): string {
  const credits = plural(payment.creditsGranted, 'credit')
  const words = `The whole ${formatMoney(payment)} goes back to the card that ${firstName} paid with.`
  const rest = payment.kind === 'SUBSCRIPTION' ? ' The subscription itself goes on.' : ''
  return `${words} What is left of the ${credits} it brought is taken back.${rest}`
}

function RefundForm({ user, payment, refund, onCancel, onDone }: RefundFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(Refund, { reason: '' }, () => refund.isError && refund.reset())
  const { transactionId } = payment
  const submit = form.submit(({ reason }) =>
    singly((land) => {
      refund.mutate({ transactionId, reason }, { onSuccess: onDone, onError: form.showRefusal, onSettled: land })
    }),
  )
  return (
    <CallForm
      call={refund}
      unknown={mayBeDone}
      lead={leadOf(payment, user)}
      send={`Refund ${formatMoney(payment)} to ${user.firstName}`}
      isGrave
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Textarea
        label="Reason"
        description={reasonStands}
        rows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </CallForm>
  )
}

type RefundDialogProps = { user: Person; payment: Transaction | undefined; onClose: () => void }

/** Pays a payment of a user back, with a reason; open while there is one. */
export function RefundDialog({ user, payment, onClose }: RefundDialogProps) {
  const refund = useRefund(user)
  return (
    <CallDialog
      call={refund}
      opened={payment !== undefined}
      onClose={onClose}
      title={payment && `Refund ${payment.invoiceNumber ?? payment.description} of ${nameOf(user)}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) =>
        payment && <RefundForm user={user} payment={payment} refund={refund} onCancel={close} onDone={onClose} />
      }
    </CallDialog>
  )
}
