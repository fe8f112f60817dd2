import { reason } from '@dooryard/contract/reason'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { CallDialog, DialogChoices, DialogText } from './call-dialog.tsx'
import { CallForm } from './call-form.tsx'
import { FormFields } from './form-fields.tsx'
import { useSchemaForm, useSingleFlight } from './use-schema-form.ts'

const Reason = z.object({ reason })

/** Why an administrator does something. */
export const reasonField = { name: 'reason', kind: 'textarea', label: 'Reason', rows: 3, maxLength: 500 } as const

/** What is asked for, while it is. */
type AskedWhy = {
  /** Another one of these is another question. */
  id: string
  title: string
  /** What it does, said before it is done; what has to be looked up for that stands below. */
  lead?: ReactNode
  effects?: ReactNode
  readers?: string
  example?: string
  send: string
  isGrave?: boolean
  /** Whether what has to be read before it is sent is not there yet. */
  isWaiting?: boolean
  /** What is said where nobody knows whether it was done. */
  unknown?: string
  /** What is said instead where that went on by itself meanwhile, and nothing is left to do. */
  over?: string
}

type How = { onSuccess: () => void; onError: (error: Error) => void; onSettled: () => void }

type Call = {
  isIdle: boolean
  isPending: boolean
  isError: boolean
  error: Error | null
  reset: () => void
  mutate: (reason: string, how: How) => void
}

/** A call that is given a reason along with what it is about. */
export const withReason = <Given,>(
  { mutate, ...call }: Omit<Call, 'mutate'> & { mutate: (given: Given, how: How) => void },
  toGiven: (reason: string) => Given,
): Call => ({ ...call, mutate: (reason, how) => mutate(toGiven(reason), how) })

type ReasonDialogProps = { asked: AskedWhy | undefined; call: Call; onDone: () => void; onClose: () => void }

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
      call={call}
      form={form}
      unknown={asked.unknown ?? mayBeDone}
      lead={asked.lead}
      send={asked.send}
      isGrave={asked.isGrave ?? false}
      isWaiting={asked.isWaiting ?? false}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {asked.effects}
      <FormFields
        form={form}
        readOnly={call.isPending}
        fields={[{ ...reasonField, description: asked.readers, placeholder: asked.example, 'data-autofocus': true }]}
      />
    </CallForm>
  )
}

const Over = ({ words, onClose }: { words: string; onClose: () => void }) => (
  <>
    <DialogText>{words}</DialogText>
    <DialogChoices>
      <Button onClick={onClose}>Close</Button>
    </DialogChoices>
  </>
)

/** Asks an administrator why, before something is done to what is somebody else's; open while something is asked. */
export const ReasonDialog = ({ asked, call, onDone, onClose }: ReasonDialogProps) => (
  <CallDialog
    call={call}
    opened={asked !== undefined}
    onClose={onClose}
    title={asked?.title}
    closeLabel="Cancel"
    closeOnClickOutside={false}
  >
    {(close) =>
      asked &&
      (asked.over && call.isIdle ? (
        <Over words={asked.over} onClose={close} />
      ) : (
        <ReasonForm key={asked.id} asked={asked} call={call} onDone={onDone} onCancel={close} />
      ))
    }
  </CallDialog>
)
