import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import type { Webhook } from '@dooryard/contract/webhooks'
import { NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useTestWebhook } from './webhooks.data.ts'

const kinds = webhookEventTypes.terms.map(({ value, label }) => ({ value, label: `${label} (${value})` }))

type TestFormProps = { id: string; test: ReturnType<typeof useTestWebhook>; onCancel: () => void; onDone: () => void }

function TestForm({ id, test, onCancel, onDone }: TestFormProps) {
  const singly = useSingleFlight()
  const [kind, setKind] = useState<string>('webhook.test')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const eventType = webhookEventTypes.schema.parse(kind)
    singly((land) => test.mutate({ id, eventType }, { onSuccess: sent, onSettled: land }))
  }
  const sent = () => {
    toastDone('The test event is on its way')
    onDone()
  }
  return (
    <CallForm
      call={test}
      lead="The event is made up and marked with isTest; nothing happens to your orders or credits."
      send="Send"
      onSubmit={send}
      onCancel={onCancel}
    >
      <NativeSelect
        label="Event"
        data={kinds}
        value={kind}
        data-autofocus
        onChange={({ currentTarget }) => {
          if (test.isError) test.reset()
          setKind(currentTarget.value)
        }}
      />
    </CallForm>
  )
}

type TestDialogProps = { webhook: Webhook; opened: boolean; onClose: () => void }

/** Has an event sent in which nothing has happened. */
export function TestDialog({ webhook: { id }, opened, onClose }: TestDialogProps) {
  const test = useTestWebhook()
  return (
    <CallDialog call={test} opened={opened} onClose={onClose} title="Send test event" closeLabel="Cancel">
      {(close) => opened && <TestForm id={id} test={test} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
