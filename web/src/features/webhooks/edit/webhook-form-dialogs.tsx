import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { type IssuedWebhook, NewWebhook, type Webhook } from '@dooryard/contract/integrations/webhooks'
import { Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { DialogActions, DialogText } from '../../../ui/form/mutation-dialog.tsx'
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { isAdminDisabled } from '../webhook-labels.ts'
import { SecretText } from '../webhook-parts.tsx'
import { useWebhookCall } from '../webhooks.data.ts'
import classes from '../webhooks.module.css'
import { EventChoice } from './event-choice.tsx'

type WebhookValues = Pick<Webhook, 'url' | 'events' | 'sendsTestEvents'> & { description: string }

type WebhookFormDialogProps = { opened: boolean; onClose: () => void }

const urlDescriptionByMode = {
  fixed: 'It cannot be changed while an administrator keeps this webhook disabled.',
  free: 'Your server must respond with a 2xx status within 15 seconds.',
}

const WebhookFields = ({ form, isUrlFixed = false }: { form: SchemaForm<WebhookValues>; isUrlFixed?: boolean }) => (
  <>
    <FormFields
      form={form}
      fields={[
        {
          name: 'url',
          label: 'URL',
          description: isUrlFixed ? urlDescriptionByMode.fixed : urlDescriptionByMode.free,
          readOnly: isUrlFixed,
          placeholder: 'https://hooks.example.com/dooryard',
          inputMode: 'url',
          autoComplete: 'off',
          spellCheck: false,
          maxLength: 2000,
          'data-autofocus': true,
        },
        {
          name: 'description',
          label: 'Description',
          description: 'Optional.',
          placeholder: 'Orders into the CRM',
          maxLength: 255,
        },
      ]}
    />
    <div className={classes.eventsField} data-path="events" tabIndex={-1}>
      <EventChoice
        value={form.values.events}
        error={form.errors['events']}
        onChange={(events) => form.setFieldValue('events', events)}
      />
    </div>
    <FormFields
      form={form}
      fields={[
        {
          name: 'sendsTestEvents',
          kind: 'switch',
          label: 'Send test events',
          description: 'Also send events of orders placed with a test key. They have isTest.',
        },
      ]}
    />
  </>
)

const useTestWebhook = () => useWebhookCall(webhooks.test)

type CreatedProps = { webhook: IssuedWebhook; test: ReturnType<typeof useTestWebhook>; onDone: () => void }

/** The next steps with a new webhook: save its secret, and send a test event. */
function CreatedWebhook({ webhook: { id, url, secret }, test, onDone }: CreatedProps) {
  const runExclusive = useSingleFlight()
  const navigate = useNavigate()
  const open = () => navigate({ to: '/portal/webhooks/$webhookId', params: { webhookId: id } })
  const send = () =>
    runExclusive((release) =>
      test.mutate(
        { params: { id }, body: { eventType: 'webhook.test' } },
        { onSuccess: () => void open(), onSettled: release },
      ),
    )
  return (
    <Stack>
      <DialogText>
        Events to <strong className={classes.whole}>{url}</strong> are signed with this secret. Store it on your server.
        You can reveal it here again.
      </DialogText>
      <SecretText secret={secret} />
      <DialogText>
        Verify the signature of each event:{' '}
        <AnchorLink to="/portal/integration" search={{ part: 'verify' }}>
          Integration
        </AnchorLink>{' '}
        shows how in JavaScript and Python. Any Standard Webhooks library works.
      </DialogText>
      {test.error && <FailureNotice error={test.error} />}
      <DialogActions>
        <Button variant="default" disabled={test.isPending} onClick={onDone}>
          Done
        </Button>
        <Button loading={test.isPending} onClick={send}>
          Send test event
        </Button>
      </DialogActions>
    </Stack>
  )
}

const unknownCreationText =
  'We do not know whether the webhook was added. If it is in the list, open it to see its secret.'

export function CreateWebhookDialog({ opened, onClose }: WebhookFormDialogProps) {
  const create = useWebhookCall(webhooks.create)
  const test = useTestWebhook()
  const created = create.data
  const calls = {
    ...create,
    isPending: create.isPending || test.isPending,
    reset: () => {
      create.reset()
      test.reset()
    },
  }
  const send = ({ description, ...values }: WebhookValues) =>
    create.mutateAsync({ body: { ...values, ...(description.trim() && { description }) } })
  return (
    <FormDialog<WebhookValues>
      opened={opened}
      onClose={onClose}
      onDone={() => undefined}
      size="lg"
      title="Add a webhook"
      schema={NewWebhook}
      initialValues={{ url: '', description: '', events: [], sendsTestEvents: false }}
      call={calls}
      send={send}
      unknown={unknownCreationText}
      submitLabel="Add webhook"
      sent={
        created && {
          title: 'Your webhook is ready',
          closeLabel: 'Done',
          children: (close) => <CreatedWebhook webhook={created} test={test} onDone={close} />,
        }
      }
    >
      {(form) => <WebhookFields form={form} />}
    </FormDialog>
  )
}

export function EditWebhookDialog({ webhook, opened, onClose }: WebhookFormDialogProps & { webhook: Webhook }) {
  const edit = useWebhookCall(webhooks.change)
  const { id, url, description = '', events, sendsTestEvents } = webhook
  const send = async (body: WebhookValues) => {
    await edit.mutateAsync({ params: { id }, body })
    showSuccessToast('Webhook saved')
  }
  return (
    <FormDialog<WebhookValues>
      opened={opened}
      onClose={onClose}
      size="lg"
      title="Edit webhook"
      schema={NewWebhook}
      initialValues={{ url, description, events, sendsTestEvents }}
      call={edit}
      send={send}
      submitLabel="Save"
    >
      {(form) => <WebhookFields form={form} isUrlFixed={isAdminDisabled(webhook)} />}
    </FormDialog>
  )
}
