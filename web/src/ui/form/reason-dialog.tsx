import { reason } from '@dooryard/contract/api/reason'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { FormFields } from './form-fields.tsx'
import { DialogActions, DialogText, MutationDialog } from './mutation-dialog.tsx'
import { MutationForm } from './mutation-form.tsx'
import { useSchemaForm, useSingleFlight } from './use-schema-form.ts'

const Reason = z.object({ reason })

/** The field for an administrator's reason. */
export const reasonField = { name: 'reason', kind: 'textarea', label: 'Reason', rows: 3, maxLength: 500 } as const

/** The content of the dialog while it is open. */
type ReasonPrompt = {
  /** A new id resets the form. */
  id: string
  title: string
  /** What the action does, shown above the form; details that must be loaded are in `effects` below. */
  lead?: ReactNode
  effects?: ReactNode
  readers?: string
  example?: string
  send: string
  isGrave?: boolean
  /** Whether content that must be read before submitting is still loading. */
  isWaiting?: boolean
  /** Shown when the outcome is unknown. */
  unknown?: string
  /** Shown instead of the form when the object has changed meanwhile and nothing is left to do. */
  over?: string
}

type MutateOptions = { onSuccess: () => void; onError: (error: Error) => void; onSettled: () => void }

type ReasonMutation = {
  isIdle: boolean
  isPending: boolean
  isError: boolean
  error: Error | null
  reset: () => void
  mutate: (reason: string, options: MutateOptions) => void
}

/** Adapts a mutation so that it takes a reason and adds its other input. */
export const withReason = <Input,>(
  { mutate, ...call }: Omit<ReasonMutation, 'mutate'> & { mutate: (input: Input, options: MutateOptions) => void },
  toInput: (reason: string) => Input,
): ReasonMutation => ({ ...call, mutate: (reason, options) => mutate(toInput(reason), options) })

type ReasonDialogProps = {
  prompt: ReasonPrompt | undefined
  call: ReasonMutation
  onDone: () => void
  onClose: () => void
}

type ReasonFormProps = { prompt: ReasonPrompt; call: ReasonMutation; onDone: () => void; onCancel: () => void }

const unknownOutcome = 'The result is unknown. Check before you repeat it.'

function ReasonForm({ prompt, call, onDone, onCancel }: ReasonFormProps) {
  const singleFlight = useSingleFlight()
  const form = useSchemaForm(Reason, { reason: '' }, () => call.isError && call.reset())
  const submit = form.submit((values) =>
    singleFlight((release) =>
      call.mutate(values.reason, { onSuccess: onDone, onError: form.showRefusal, onSettled: release }),
    ),
  )
  return (
    <MutationForm
      call={call}
      form={form}
      unknown={prompt.unknown ?? unknownOutcome}
      lead={prompt.lead}
      send={prompt.send}
      isGrave={prompt.isGrave ?? false}
      isWaiting={prompt.isWaiting ?? false}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {prompt.effects}
      <FormFields
        form={form}
        readOnly={call.isPending}
        fields={[{ ...reasonField, description: prompt.readers, placeholder: prompt.example, 'data-autofocus': true }]}
      />
    </MutationForm>
  )
}

const AlreadyDone = ({ words, onClose }: { words: string; onClose: () => void }) => (
  <Stack>
    <DialogText>{words}</DialogText>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </Stack>
)

/** Asks an administrator for the reason for an action on another user's data; open while `prompt` is set. */
export const ReasonDialog = ({ prompt, call, onDone, onClose }: ReasonDialogProps) => (
  <MutationDialog
    call={call}
    opened={prompt !== undefined}
    onClose={onClose}
    title={prompt?.title}
    closeLabel="Cancel"
    closeOnClickOutside={false}
  >
    {(close) =>
      prompt &&
      (prompt.over && call.isIdle ? (
        <AlreadyDone words={prompt.over} onClose={close} />
      ) : (
        <ReasonForm key={prompt.id} prompt={prompt} call={call} onDone={onDone} onCancel={close} />
      ))
    }
  </MutationDialog>
)
