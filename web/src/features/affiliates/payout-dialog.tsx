import { type Affiliate, adminAffiliates, PayoutDraft } from '@dooryard/contract/billing/affiliates'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { toCalendarDay } from '../../lib/format/days.ts'
import { formatMoney } from '../../lib/format/format.ts'
import { dollarsField, formatDollarInput } from '../../lib/format/parse-typed.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { refreshes } from './affiliates.data.ts'

const PayoutForm = PayoutDraft.extend({ amount: dollarsField(PayoutDraft.shape.amount) })

type PayoutDialogProps = { affiliate: Affiliate; opened: boolean; onClose: () => void }

/** Records that an affiliate was paid; the money itself moves outside the portal. */
export function PayoutDialog({ affiliate, opened, onClose }: PayoutDialogProps) {
  const { userId, name, totals, currency } = affiliate
  const call = useEndpointMutation(adminAffiliates.pay, { refreshes, awaitsRefresh: true, isIdempotent: true })
  const payable = formatMoney({ amount: totals.payable, currency })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Record a payout to ${name}`}
      schema={PayoutForm}
      initialValues={{
        amount: formatDollarInput(totals.payable),
        paidOn: toCalendarDay(Date.now()),
        reference: '',
      }}
      call={call}
      send={async (values) => {
        const body = PayoutForm.parse(values)
        await call.mutateAsync({ params: { userId }, body })
        showSuccessToast(`Payout of ${formatMoney({ amount: body.amount, currency })} recorded`)
      }}
      lead={`${payable} is payable. Send the money first: this records it.`}
      submitLabel="Record payout"
    >
      {(form) => (
        <>
          <FieldPair>
            <FormFields
              form={form}
              fields={[
                { name: 'amount', label: 'Amount (USD)', inputMode: 'decimal', 'data-autofocus': true },
                { name: 'paidOn', kind: 'day', label: 'Paid on', max: toCalendarDay(Date.now()) },
              ]}
            />
          </FieldPair>
          <FormFields
            form={form}
            fields={[
              { name: 'reference', label: 'Method and reference', placeholder: 'ACH transfer 20418', maxLength: 200 },
            ]}
          />
        </>
      )}
    </FormDialog>
  )
}
