import { type CampaignResult, campaignResults } from '@dooryard/contract/results/campaign-results'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { OrderField } from './order-field.tsx'
import { resultSchema, toResult, toResultValues } from './result-form.ts'

const updatesList = { refreshes: [campaignResults.list], awaitsRefresh: true }

type ResultDialogProps = { campaignId: string; edited: CampaignResult | 'new'; opened: boolean; onClose: () => void }

/** Adds or corrects the results of a day. */
export function ResultDialog({ campaignId, edited, opened, onClose }: ResultDialogProps) {
  const existing = edited === 'new' ? undefined : edited
  const add = useEndpointMutation(campaignResults.add, { ...updatesList, isIdempotent: true })
  const change = useEndpointMutation(campaignResults.change, updatesList)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={existing ? 'Edit results' : 'Add results'}
      schema={resultSchema}
      initialValues={toResultValues(existing)}
      call={existing ? change : add}
      send={async (values) => {
        const body = toResult(values)
        if (existing) await change.mutateAsync({ params: { campaignId, id: existing.id }, body })
        else await add.mutateAsync({ params: { campaignId }, body })
        showSuccessToast('Results saved')
      }}
      lead="Empty fields count as 0. Enter only what is new since the last entry."
      submitLabel="Save"
    >
      {(form) => (
        <>
          <FieldPair>
            <FormFields form={form} fields={[{ name: 'day', kind: 'day', label: 'Date' }]} />
            <OrderField {...form.getInputProps('orderId')} campaignId={campaignId} data-path="orderId" />
          </FieldPair>
          <FieldPair>
            <FormFields
              form={form}
              fields={[
                { name: 'mailed', label: 'Mailed or called', inputMode: 'numeric' },
                { name: 'responses', label: 'Responses', inputMode: 'numeric' },
                { name: 'appointments', label: 'Appointments', inputMode: 'numeric' },
                { name: 'deals', label: 'Deals', inputMode: 'numeric' },
                { name: 'revenue', label: 'Revenue ($)', inputMode: 'decimal' },
                { name: 'otherCost', label: 'Other cost ($)', inputMode: 'decimal', placeholder: 'Postage, print' },
              ]}
            />
          </FieldPair>
        </>
      )}
    </FormDialog>
  )
}
