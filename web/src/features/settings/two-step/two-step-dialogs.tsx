import { type RecoveryCodes as Codes, secondFactor } from '@dooryard/contract/identity/second-factor'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { DialogActions, DialogText, MutationDialog } from '../../../ui/form/mutation-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpApp } from './set-up-app.tsx'

const noCall = { isPending: false, reset: () => {} }

type DialogProps = { email: string; opened: boolean; onClose: () => void }

export function SetUpDialog({ email, opened, onClose }: DialogProps) {
  const done = () => {
    showSuccessToast('Two-step verification turned on')
    onClose()
  }
  return (
    <MutationDialog
      // Each step makes its own.
      call={noCall}
      opened={opened}
      onClose={onClose}
      title="Set up an authenticator app"
      size="lg"
      closeLabel="Close"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {() => opened && <SetUpApp email={email} onDone={done} onCancel={onClose} />}
    </MutationDialog>
  )
}

/** Asks before it replaces the recovery codes, and shows the new ones. */
export function RenewDialog({ email, opened, onClose }: DialogProps) {
  const [issued, setIssued] = useState<Codes>()
  const renew = useEndpointMutation(secondFactor.renewRecoveryCodes, {
    gcTime: 0,
    refreshes: [secondFactor.state],
    onSuccess: setIssued,
  })
  const close = () => {
    setIssued(undefined)
    onClose()
  }
  return (
    <MutationDialog
      call={renew}
      opened={opened}
      onClose={close}
      title={issued ? 'Your new recovery codes' : 'Get new recovery codes?'}
      closeLabel="Close"
      closeOnClickOutside={false}
    >
      {(cancel) =>
        issued ? (
          <RecoveryCodes email={email} codes={issued.recoveryCodes} onDone={cancel} />
        ) : (
          <Stack>
            <DialogText>Your current codes will stop working.</DialogText>
            <DialogActions>
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
              <Button loading={renew.isPending} onClick={() => renew.mutate({})}>
                Get new codes
              </Button>
            </DialogActions>
          </Stack>
        )
      }
    </MutationDialog>
  )
}
