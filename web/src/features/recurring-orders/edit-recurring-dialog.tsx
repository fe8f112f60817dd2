import { type RecurringOrder, recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { PlanFields } from './plan-fields.tsx'
import { planSchema, toFieldName, toPlan, toPlanValues } from './recurring-form.ts'

type EditProps = { edited: RecurringOrder; opened: boolean; onClose: () => void }

/** Edits the name, the schedule and the limits. */
export function EditRecurringDialog({ edited, opened, onClose }: EditProps) {
  const change = useEndpointMutation(recurringOrders.change, {
    refreshes: [recurringOrders.list, recurringOrders.get],
    awaitsRefresh: true,
  })
  const { id, schedule, campaignType, campaignId } = edited
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Edit ${edited.name}`}
      schema={planSchema}
      initialValues={toPlanValues(edited)}
      call={change}
      send={async (values) => {
        const { name } = await change.mutateAsync({ params: { id }, body: toPlan(values, schedule.timeZone) })
        showSuccessToast(`${name} saved`)
      }}
      toFieldName={toFieldName}
      submitLabel="Save"
    >
      {(form) => (
        <PlanFields
          form={form}
          timeZone={schedule.timeZone}
          campaignType={campaignType}
          isCampaign={campaignId !== undefined}
        />
      )}
    </FormDialog>
  )
}
