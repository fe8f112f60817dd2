import { hourMs } from '@dooryard/contract/api/time'
import type { AdminWebhook } from '@dooryard/contract/integrations/admin-webhooks'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { type WebhookEventType, webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { type Webhook, webhookLogDays } from '@dooryard/contract/integrations/webhooks'
import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { pluralize } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { ReasonDialog, withReason } from '../../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import type { WebhookAction } from '../details/webhook-actions.tsx'
import { formatQueued, getHost } from '../webhook-labels.ts'
import { type ListedWebhook, useAdminToggleWebhook, useDeleteWebhook, useWebhookCall } from '../webhooks.data.ts'
import { EditWebhookDialog } from './webhook-form-dialogs.tsx'

type WebhookDialogProps = { webhook: Webhook; opened: boolean; onClose: () => void }

const eventTypeOptions = webhookEventTypes.terms.map(({ value, label }) => ({ value, label: `${label} (${value})` }))

const TestForm = z.object({ eventType: webhookEventTypes.schema })

function TestDialog({ webhook: { id }, ...dialog }: WebhookDialogProps) {
  const test = useWebhookCall(webhooks.test)
  const send = async (body: z.infer<typeof TestForm>) => {
    await test.mutateAsync({ params: { id }, body })
    showSuccessToast('Test event queued')
  }
  return (
    <FormDialog
      {...dialog}
      title="Send test event"
      schema={TestForm}
      initialValues={{ eventType: 'webhook.test' as WebhookEventType }} // one of several events, not just this one
      call={test}
      send={send}
      lead="Sends a sample event marked with isTest. Your orders and credits are not affected."
      submitLabel="Send"
    >
      {(form) => (
        <NativeSelect label="Event" data={eventTypeOptions} data-autofocus {...form.getInputProps('eventType')} />
      )}
    </FormDialog>
  )
}

const sinceChoices = [
  { value: '1', label: 'An hour ago' },
  { value: '24', label: '24 hours ago' },
  { value: '168', label: '7 days ago' },
  { value: 'moment', label: 'Custom time…' },
]

const ResendForm = z
  .object({ since: z.string(), moment: z.string() })
  .refine(({ since, moment }) => since !== 'moment' || !Number.isNaN(Date.parse(moment)), {
    path: ['moment'],
    message: 'Enter a day and a time',
  })

const toSince = ({ since, moment }: z.infer<typeof ResendForm>) =>
  new Date(since === 'moment' ? moment : getServerTime() - Number(since) * hourMs).toISOString()

function ResendDialog({ webhook: { id }, ...dialog }: WebhookDialogProps) {
  const redeliver = useWebhookCall(webhooks.redeliver)
  const send = async (values: z.infer<typeof ResendForm>) =>
    showSuccessToast(formatQueued(await redeliver.mutateAsync({ params: { id }, body: { since: toSince(values) } })))
  return (
    <FormDialog
      {...dialog}
      title="Resend failed events"
      schema={ResendForm}
      initialValues={{ since: '24', moment: '' }}
      call={redeliver}
      send={send}
      lead="Resends each failed event without a pending attempt."
      submitLabel="Resend"
    >
      {(form) => (
        <>
          <NativeSelect label="Failed since" data={sinceChoices} data-autofocus {...form.getInputProps('since')} />
          {form.values.since === 'moment' && (
            <TextInput type="datetime-local" label="Time" {...form.getInputProps('moment')} />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** What deleting a webhook loses. */
const explainLoss = ({ waiting }: Webhook) =>
  `This also deletes its log of ${webhookLogDays} days` +
  (waiting > 0 ? ` and ${pluralize(waiting, 'event')} waiting to be sent.` : '.')

/** Deletes a webhook. One that has received events is in use: its host is typed first, so that none is deleted by mistake. */
function DeleteDialog({ webhook, ...dialog }: WebhookDialogProps) {
  const navigate = useNavigate()
  const host = getHost(webhook.url)
  const isInUse = webhook.hasDelivered
  const NamedWebhook = z.object({
    host: isInUse
      ? z
          .string()
          .trim()
          .pipe(z.literal(host, `Type ${host}`))
      : z.string(),
  })
  const remove = useDeleteWebhook(() => {
    showSuccessToast(`Webhook for ${host} deleted`)
    return navigate({ to: '/portal/webhooks' })
  })
  return (
    <FormDialog
      {...dialog}
      title={`Delete webhook for ${host}?`}
      schema={NamedWebhook}
      initialValues={{ host: '' }}
      call={remove}
      send={() => remove.mutateAsync(webhook.id)}
      lead={explainLoss(webhook)}
      submitLabel="Delete webhook"
      isGrave
    >
      {(form) =>
        isInUse && (
          <TextInput
            label={`Type ${host} to delete it`}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('host')}
          />
        )
      }
    </FormDialog>
  )
}

const toggleTexts = {
  block: {
    lead: 'It is already disabled. Only an administrator will be able to enable it, and its owner cannot delete it.',
    done: 'can no longer be enabled by its owner',
  },
  disable: {
    lead: 'Pending and new events are not sent. Only an administrator can enable it, and its owner cannot delete it.',
    done: 'is disabled',
  },
  release: {
    lead: 'It was disabled before an administrator disabled it, and stays disabled. Its owner is notified by mail that they can enable it.',
    done: 'can be enabled by its owner',
  },
  enable: {
    lead: 'It receives new events again, and its owner is notified by mail. Events missed while it was disabled are not sent.',
    done: 'is enabled',
  },
}

/** The texts for disabling an already disabled webhook, and for enabling one that stays disabled. */
function getToggleText(action: 'disable' | 'enable', { isActive, disabledBefore }: AdminWebhook) {
  if (action === 'disable') return isActive ? toggleTexts.disable : toggleTexts.block
  return disabledBefore ? toggleTexts.release : toggleTexts.enable
}

type AdminDialogProps = { webhook: AdminWebhook; action: 'disable' | 'enable' | undefined; onClose: () => void }

function AdminToggleDialog({ webhook, action, onClose }: AdminDialogProps) {
  const { id, url, user } = webhook
  const call = useAdminToggleWebhook(action ?? 'disable')
  const host = getHost(url)
  const verb = action === 'disable' ? 'Disable' : 'Enable'
  const asked = action && {
    id: action,
    title: `${verb} ${host} of ${formatUserName(user)}`,
    lead: getToggleText(action, webhook).lead,
    readers:
      action === 'disable'
        ? `${user.firstName} reads it in a mail and beside the webhook.`
        : 'Recorded in the audit log.',
    send: `${verb} the webhook`,
    isGrave: action === 'disable',
  }
  const done = () => {
    if (action) showSuccessToast(`The webhook of ${host} ${getToggleText(action, webhook).done}`)
    onClose()
  }
  return (
    <ReasonDialog
      prompt={asked}
      call={withReason(call, (reason) => ({ params: { id }, body: { reason } }))}
      onDone={done}
      onClose={onClose}
    />
  )
}

type WebhookDialogsProps = { webhook: ListedWebhook; action: WebhookAction | undefined; onClose: () => void }

/** The dialogs of a webhook; at most one is open. */
export function WebhookDialogs({ webhook, action, onClose }: WebhookDialogsProps) {
  if ('user' in webhook) {
    const toggle = action === 'disable' || action === 'enable' ? action : undefined
    return <AdminToggleDialog webhook={webhook} action={toggle} onClose={onClose} />
  }
  const props = { webhook, onClose }
  return (
    <>
      <EditWebhookDialog {...props} opened={action === 'edit'} />
      <TestDialog {...props} opened={action === 'test'} />
      <ResendDialog {...props} opened={action === 'resend'} />
      <DeleteDialog {...props} opened={action === 'delete'} />
    </>
  )
}
