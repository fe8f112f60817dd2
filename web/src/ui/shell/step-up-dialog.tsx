import { SecondFactorProof, secondFactor } from '@dooryard/contract/identity/second-factor'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { initialProof, ProofFields, type ProofValues } from '../form/proof-fields.tsx'

type StepUpDialogProps = {
  methods: readonly SecondFactorMethod[]
  opened: boolean
  onClose: (isConfirmed: boolean) => void
}

/** Confirms who is there, before something that matters. */
export function StepUpDialog({ methods, opened, onClose }: StepUpDialogProps) {
  const stepUp = useEndpointMutation(secondFactor.stepUp, { quiet: true })
  return (
    <FormDialog<ProofValues>
      opened={opened}
      onClose={() => onClose(false)}
      onDone={() => onClose(true)}
      title="Confirm it’s you"
      size="sm"
      schema={SecondFactorProof}
      initialValues={initialProof}
      call={stepUp}
      // The schema has validated that the code fits the method.
      send={(proof) => stepUp.mutateAsync({ body: proof as SecondFactorProof })}
      lead="This needs a fresh code. Afterwards you are not asked again for ten minutes."
      submitLabel="Confirm"
    >
      {(form) => <ProofFields form={form} methods={methods} />}
    </FormDialog>
  )
}
