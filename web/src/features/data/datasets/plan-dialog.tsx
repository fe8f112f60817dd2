import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { PlanFields } from '../../../entities/dataset/plan-fields.tsx'
import { buildPlanSchema, toPlan, toPlanField, toPlanValues } from '../../../entities/dataset/plan-form.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'

type PlanDialogProps = { dataset: Dataset; opened: boolean; onClose: () => void }

/** Where the files of a dataset are published, and when they are looked at. */
export function PlanDialog({ dataset, opened, onClose }: PlanDialogProps) {
  const { id, sourceFiles, refresh } = dataset
  const call = useEndpointMutation(datasets.plan, { refreshes: refreshDependents, awaitsRefresh: true })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={refresh ? 'Edit refresh' : 'Set up refresh'}
      size="lg"
      schema={buildPlanSchema(sourceFiles)}
      initialValues={toPlanValues(dataset)}
      call={call}
      send={(values) => call.mutateAsync({ params: { id }, body: toPlan(values, sourceFiles) })}
      submitLabel={refresh?.pauseReason ? 'Save and resume' : 'Save'}
      toFieldName={toPlanField}
    >
      {(form) => <PlanFields form={form} readOnly={call.isPending} sourceFiles={sourceFiles} isFocused />}
    </FormDialog>
  )
}
