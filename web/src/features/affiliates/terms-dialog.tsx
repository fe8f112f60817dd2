import { type Affiliate, adminAffiliates, CommissionTerms } from '@dooryard/contract/billing/affiliates'
import { z } from 'zod'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { parseWholeNumber } from '../../lib/format/parse-typed.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { refreshes } from './affiliates.data.ts'

const parsePercent = (typed: string) =>
  /^\d{1,3}(\.\d{1,2})?\s?%?$/.test(typed.trim()) ? Number.parseFloat(typed) : NaN

const TermsForm = z.object({
  percent: z.string().transform(parsePercent).pipe(CommissionTerms.shape.percent),
  months: z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : parseWholeNumber(typed)))
    .pipe(CommissionTerms.shape.months),
})

type AffiliateDialogProps = { affiliate: Affiliate; opened: boolean; onClose: () => void }

/** Sets the commission for payments from now on. */
export function TermsDialog({ affiliate, opened, onClose }: AffiliateDialogProps) {
  const { userId, name, terms } = affiliate
  const call = useEndpointMutation(adminAffiliates.setTerms, { refreshes, awaitsRefresh: true })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Commission of ${name}`}
      schema={TermsForm}
      initialValues={{ percent: terms ? String(terms.percent) : '', months: terms?.months ? String(terms.months) : '' }}
      call={call}
      send={async (values) => {
        await call.mutateAsync({ params: { userId }, body: TermsForm.parse(values) })
        showSuccessToast('Commission saved')
      }}
      lead="Applies to payments from now on. Earlier payments keep their commission."
      submitLabel="Save"
    >
      {(form) => (
        <FieldPair>
          <FormFields
            form={form}
            fields={[
              {
                name: 'percent',
                label: 'Percent',
                description: 'Of each payment',
                inputMode: 'decimal',
                'data-autofocus': true,
              },
              {
                name: 'months',
                label: 'Months',
                description: 'Per customer',
                placeholder: 'No limit',
                inputMode: 'numeric',
              },
            ]}
          />
        </FieldPair>
      )}
    </FormDialog>
  )
}
