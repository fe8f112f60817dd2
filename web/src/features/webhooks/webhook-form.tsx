import { NewWebhook, type Webhook } from '@dooryard/contract/webhooks'
import { TextInput } from '@mantine/core'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { EventChoice } from './event-choice.tsx'
import classes from './webhooks.module.css'

/** What the form says, which a new webhook and a change of one have in common. */
export type WebhookValues = Pick<Webhook, 'url' | 'events'> & { description: string }

type WebhookFormProps = {
  call: { isPending: boolean; isError: boolean; error: Error | null; reset: () => void }
  initial: WebhookValues
  isUrlFixed?: boolean
  /** What is said where nobody knows whether it was done. */
  unknown?: string
  send: string
  onSend: (values: WebhookValues) => Promise<void>
  onCancel: () => void
}

/** Where a webhook sends, and what. */
export function WebhookForm({ call, initial, isUrlFixed = false, unknown, send, onSend, onCancel }: WebhookFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(NewWebhook, initial, () => call.isError && call.reset())
  const submit = form.submit((values) => singly((land) => void onSend(values).catch(form.showRefusal).finally(land)))
  return (
    <CallForm call={call} form={form} unknown={unknown} send={send} onSubmit={submit} onCancel={onCancel}>
      <TextInput
        label="URL"
        description={
          isUrlFixed
            ? 'It stays as it is while an administrator keeps this webhook disabled.'
            : 'Of your own server, which has 15 seconds to answer with a 2xx status.'
        }
        readOnly={isUrlFixed}
        placeholder="https://hooks.example.com/dooryard"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description"
        description="Optional. For you to tell your webhooks apart."
        placeholder="Orders into the CRM"
        maxLength={255}
        {...form.getInputProps('description')}
      />
      <div className={classes.eventsField} data-path="events" tabIndex={-1}>
        <EventChoice
          value={form.values.events}
          error={form.errors['events']}
          onChange={(events) => form.setFieldValue('events', events)}
        />
      </div>
    </CallForm>
  )
}
