import type { Redelivered, Webhook } from '@dooryard/contract/webhooks'
import { NativeSelect, TextInput } from '@mantine/core'
import { z } from 'zod'
import { serverNow } from '../../lib/clock.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { queuedWords } from './webhook-words.ts'
import { useSendAllAgain } from './webhooks.data.ts'

const hourMs = 3_600_000

const choices = [
  { value: '1', label: 'An hour ago' },
  { value: '24', label: '24 hours ago' },
  { value: '168', label: '7 days ago' },
  { value: 'moment', label: 'A moment…' },
]

const Again = z
  .object({ since: z.string(), moment: z.string() })
  .refine(({ since, moment }) => since !== 'moment' || !Number.isNaN(Date.parse(moment)), {
    path: ['moment'],
    message: 'Enter a day and a time',
  })

const sinceOf = ({ since, moment }: z.infer<typeof Again>) =>
  new Date(since === 'moment' ? moment : serverNow() - Number(since) * hourMs).toISOString()

type AgainFormProps = {
  id: string
  again: ReturnType<typeof useSendAllAgain>
  onCancel: () => void
  onDone: () => void
}

function AgainForm({ id, again, onCancel, onDone }: AgainFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(Again, { since: '24', moment: '' }, () => again.isError && again.reset())
  const sent = (redelivered: Redelivered) => {
    toastDone(queuedWords(redelivered))
    onDone()
  }
  const submit = form.submit((values) =>
    singly((land) => again.mutate({ id, body: { since: sinceOf(values) } }, { onSuccess: sent, onSettled: land })),
  )
  return (
    <CallForm
      call={again}
      lead="Every event that failed and has no other attempt coming is sent once more."
      send="Send again"
      onSubmit={submit}
      onCancel={onCancel}
    >
      <NativeSelect label="What failed since" data={choices} data-autofocus {...form.getInputProps('since')} />
      {form.values.since === 'moment' && (
        <TextInput type="datetime-local" label="Moment" {...form.getInputProps('moment')} />
      )}
    </CallForm>
  )
}

type SendAgainDialogProps = { webhook: Webhook; opened: boolean; onClose: () => void }

/** Has everything sent again that failed since a moment. */
export function SendAgainDialog({ webhook: { id }, opened, onClose }: SendAgainDialogProps) {
  const again = useSendAllAgain()
  return (
    <CallDialog call={again} opened={opened} onClose={onClose} title="Send again what failed" closeLabel="Cancel">
      {(close) => opened && <AgainForm id={id} again={again} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
