import { Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { isRefusal, sentenceFor } from '../../lib/errors.ts'
import { Notice } from '../display/panel.tsx'
import { DialogChoices, DialogText } from './call-dialog.tsx'

type CallFormProps = {
  call: { isPending: boolean; error: Error | null }
  /** Whose fields say what the server has against them, so that it is not said above them as well. */
  form?: { unlessOnFields: (error: Error | null) => Error | null }
  /** What is said where no answer came, or one from which nobody knows whether it was done. */
  unknown?: string
  lead?: ReactNode
  /** What the button says that sends it. */
  send: ReactNode
  /** Whether what has to be read before it is sent is not there yet. */
  isWaiting?: boolean
  /** Whether that destroys something. */
  isGrave?: boolean
  cancelLabel?: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
  children: ReactNode
}

export function CallForm({ call, form, unknown, lead, send, onSubmit, onCancel, children, ...how }: CallFormProps) {
  const error = form ? form.unlessOnFields(call.error) : call.error
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap={16}>
        {lead && <DialogText>{lead}</DialogText>}
        {error && <Notice tone="bad">{unknown && !isRefusal(error) ? unknown : sentenceFor(error)}</Notice>}
        {children}
        <DialogChoices>
          <Button variant="default" onClick={onCancel} disabled={call.isPending}>
            {how.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            type="submit"
            color={how.isGrave ? 'red' : undefined}
            loading={call.isPending}
            disabled={how.isWaiting ?? false}
          >
            {send}
          </Button>
        </DialogChoices>
      </Stack>
    </form>
  )
}
