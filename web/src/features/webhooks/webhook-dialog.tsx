import type { IssuedWebhook, Webhook } from '@dooryard/contract/webhooks'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { sentenceFor } from '../../lib/errors.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { CallDialog, DialogChoices, DialogText } from '../../ui/form/call-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { SecretText } from './secret-text.tsx'
import { WebhookForm, type WebhookValues } from './webhook-form.tsx'
import { isBarred } from './webhook-words.ts'
import { useCreateWebhook, useEditWebhook, useTestWebhook } from './webhooks.data.ts'
import classes from './webhooks.module.css'

const empty: WebhookValues = { url: '', description: '', events: [] }

const mayBeThere =
  'We do not know whether the webhook was added. Look in the list: if it is there, its own screen shows its secret.'

type MadeProps = { webhook: IssuedWebhook; test: ReturnType<typeof useTestWebhook>; onDone: () => void }

/** What to do next with a webhook that was just made: keep its secret, and see an event arrive. */
function Made({ webhook, test, onDone }: MadeProps) {
  const singly = useSingleFlight()
  const navigate = useNavigate()
  const open = () => navigate({ to: '/portal/webhooks/$webhookId', params: { webhookId: webhook.id } })
  const send = () =>
    singly((land) =>
      test.mutate({ id: webhook.id, eventType: 'webhook.test' }, { onSuccess: () => void open(), onSettled: land }),
    )
  return (
    <div className={classes.made}>
      <DialogText>
        Everything that is sent to <strong className={classes.whole}>{webhook.url}</strong> is signed with this secret.
        Store it on your server; you can look it up here again.
      </DialogText>
      <SecretText secret={webhook.secret} />
      <DialogText>
        Verify the signature of each request before you trust it:{' '}
        <Link to="/portal/integration" search={{ part: 'verify' }}>
          Integration
        </Link>{' '}
        shows how in JavaScript and Python, and any Standard Webhooks library can do it.
      </DialogText>
      {test.error && <Notice tone="bad">{sentenceFor(test.error)}</Notice>}
      <DialogChoices>
        <Button variant="default" disabled={test.isPending} onClick={onDone}>
          Done
        </Button>
        <Button loading={test.isPending} onClick={send}>
          Send test event
        </Button>
      </DialogChoices>
    </div>
  )
}

type DialogProps = { opened: boolean; onClose: () => void }

/** Makes a webhook, and then shows its secret. */
export function MakeWebhookDialog({ opened, onClose }: DialogProps) {
  const create = useCreateWebhook()
  const test = useTestWebhook()
  const made = create.data
  const send = async ({ description, ...values }: WebhookValues) => {
    await create.mutateAsync({ ...values, ...(description.trim() && { description }) })
  }
  const calls = {
    isPending: create.isPending || test.isPending,
    reset: () => {
      create.reset()
      test.reset()
    },
  }
  return (
    <CallDialog
      call={calls}
      opened={opened}
      onClose={onClose}
      size="lg"
      title={made ? 'Your webhook is ready' : 'Add a webhook'}
      closeLabel={made ? 'Done' : 'Cancel'}
      closeOnClickOutside={false}
    >
      {(close) =>
        made ? (
          <Made webhook={made} test={test} onDone={close} />
        ) : (
          <WebhookForm
            call={create}
            initial={empty}
            unknown={mayBeThere}
            send="Add webhook"
            onSend={send}
            onCancel={close}
          />
        )
      }
    </CallDialog>
  )
}

/** Changes where a webhook sends, and what. */
export function EditWebhookDialog({ webhook, opened, onClose }: DialogProps & { webhook: Webhook }) {
  const edit = useEditWebhook()
  const { id, url, description = '', events } = webhook
  const send = async (body: WebhookValues) => {
    await edit.mutateAsync({ id, body })
    toastDone('The webhook is saved')
    onClose()
  }
  return (
    <CallDialog
      call={edit}
      opened={opened}
      onClose={onClose}
      size="lg"
      title="Edit webhook"
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) =>
        opened && (
          <WebhookForm
            call={edit}
            initial={{ url, description, events }}
            isUrlFixed={isBarred(webhook)}
            send="Save"
            onSend={send}
            onCancel={close}
          />
        )
      }
    </CallDialog>
  )
}
