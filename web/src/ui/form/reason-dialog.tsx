import { reason } from '@dooryard/contract/reason'
import { Textarea } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { CallDialog } from './call-dialog.tsx'
import { CallForm } from './call-form.tsx'
import { useSchemaForm } from './use-schema-form.ts'
import { useSingleFlight } from './use-single-flight.ts'

const Reason = z.object({ reason })

/** What is asked for, while it is. */
export type AskedWhy = {
  /** Another one of these is another question. */
  id: string
  title: string
  /** What it does, said before it is done. */
  lead: ReactNode
  /** Who reads the reason. */
  readers: string
  send: string
  isGrave?: boolean
}

type Call = UseMutationResult<unknown, Error, string>

type ReasonDialogProps = {
  asked: AskedWhy | undefined
  /** Makes the call with the reason. */
  call: Call
  onDone: () => void
  onClose: () => void
}

type ReasonFormProps = { asked: AskedWhy; call: Call; onDone: () => void; onCancel: () => void }

const mayBeDone = 'We do not know whether this was done. Look again before you repeat it.'

function ReasonForm({ asked, call, onDone, onCancel }: ReasonFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(Reason, { reason: '' }, () => call.isError && call.reset())
  const submit = form.submit((values) =>
    singly((land) => call.mutate(values.reason, { onSuccess: onDone, onError: form.showRefusal, onSettled: land })),
  )
  return (
    <CallForm
      call={{ isPending: call.isPending, error: form.unlessOnFields(call.error) }}
      unknown={mayBeDone}
      lead={asked.lead}
      send={asked.send}
      isGrave={asked.isGrave ?? false}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Textarea
        label="Reason"
        description={asked.readers}
        rows={3}
        maxLength={500}
        data-autofocus
        readOnly={call.isPending}
        {...form.getInputProps('reason')}
      />
    </CallForm>
  )
}

/** Asks an administrator why, before something is done to what is somebody else's; open while something is asked. */
export function ReasonDialog({ asked, call, onDone, onClose }: ReasonDialogProps) {
  return (
    <CallDialog
      call={call}
      opened={asked !== undefined}
      onClose={onClose}
      title={asked?.title}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => asked && <ReasonForm key={asked.id} asked={asked} call={call} onDone={onDone} onCancel={close} />}
    </CallDialog>
  )
}
