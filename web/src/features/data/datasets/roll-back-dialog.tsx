import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import { z } from 'zod'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'

type RollBackDialogProps = { dataset: Dataset; opened: boolean; onClose: () => void }

export function RollBackDialog({ dataset: { id, name, refresh }, opened, onClose }: RollBackDialogProps) {
  const call = useEndpointMutation(datasets.rollBack, { refreshes: refreshDependents })
  const pause = refresh?.schedule ? ' The schedule pauses until you save it again.' : ''
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Roll back to the version before"
      schema={z.object({})}
      initialValues={{}}
      call={call}
      send={() => call.mutateAsync({ params: { id } })}
      submitLabel="Roll back"
      isSubmitFocused
      lead={`The file of the version before is loaded again for ${name}, as its source read it then.${pause}`}
    >
      {() => null}
    </FormDialog>
  )
}
