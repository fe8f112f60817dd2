import { Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { isClientError } from '../../lib/api/errors.ts'
import { FailureNotice } from '../feedback/failure-notice.tsx'
import { DialogActions, DialogText } from './mutation-dialog.tsx'

type MutationFormProps = {
  call: { isPending: boolean; error: Error | null }
  /** The form whose fields show the server's errors, which are then not repeated above them. */
  form?: { unlessOnFields: (error: Error | null) => Error | null }
  /** Shown when no answer came, or one that leaves the outcome unknown. */
  unknown?: string
  lead?: ReactNode
  /** The label of the submit button. */
  send: ReactNode
  /** Whether content that must be read before submitting is still loading. */
  isWaiting?: boolean
  /** Whether the action is destructive. */
  isGrave?: boolean
  cancelLabel?: string
  /** Whether the dialog opens with the focus on the submit button: there is no field. */
  isSubmitFocused?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
  children: ReactNode
}

export function MutationForm({
  call,
  form,
  unknown,
  lead,
  send,
  onSubmit,
  onCancel,
  children,
  ...how
}: MutationFormProps) {
  const error = form ? form.unlessOnFields(call.error) : call.error
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap={16}>
        {lead && <DialogText>{lead}</DialogText>}
        {error && <FailureNotice error={error}>{unknown && !isClientError(error) ? unknown : undefined}</FailureNotice>}
        {children}
        <DialogActions>
          <Button variant="default" onClick={onCancel} disabled={call.isPending}>
            {how.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            type="submit"
            data-autofocus={how.isSubmitFocused || undefined}
            color={how.isGrave ? 'red' : undefined}
            loading={call.isPending}
            disabled={how.isWaiting ?? false}
          >
            {send}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}
