import { passkeys } from '@dooryard/contract/identity/passkeys'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { getInitialProof, ProofForm, type ProofValues, readProof } from '../../form/proof.ts'
import { ProofFields } from '../../form/proof-fields.tsx'

type StepUpDialogProps = {
  methods: readonly SecondFactorMethod[]
  opened: boolean
  onClose: (isConfirmed: boolean) => void
}

/** Confirms who is there, before something that matters. */
export function StepUpDialog({ methods, opened, onClose }: StepUpDialogProps) {
  const stepUp = useMutation({
    mutationFn: async (values: ProofValues) => {
      const body = await readProof(values, () => api.call(passkeys.stepUpOptions, {}))
      return api.call(secondFactor.stepUp, { body })
    },
  })
  const initialValues = getInitialProof(methods)
  return (
    <FormDialog<ProofValues>
      opened={opened}
      onClose={() => onClose(false)}
      onDone={() => onClose(true)}
      title="Confirm it’s you"
      size="sm"
      schema={ProofForm}
      initialValues={initialValues}
      call={stepUp}
      send={(values) => stepUp.mutateAsync(values)}
      lead="Confirm to continue. We won't ask again for 10 minutes."
      submitLabel="Confirm"
      isSubmitFocused={initialValues.method === 'PASSKEY'}
    >
      {(form) => <ProofFields form={form} methods={methods} />}
    </FormDialog>
  )
}
