import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { Webhook } from '@dooryard/contract/integrations/webhooks'
import { Button } from '@mantine/core'
import { Pencil, Send, Trash2 } from 'lucide-react'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { getHost, isAdminDisabled } from '../webhook-labels.ts'
import { type ListedWebhook, useWebhookCall } from '../webhooks.data.ts'

/** Actions with a dialog; `disable` and `enable` are for administrators. */
export type WebhookAction = 'edit' | 'test' | 'delete' | 'resend' | 'disable' | 'enable'

/** Disables or enables an own webhook, with a confirmation if that loses events. */
function useToggle({ id, url, isActive }: Webhook) {
  const change = useWebhookCall(webhooks.change)
  const runExclusive = useSingleFlight()
  const host = getHost(url)
  const toggle = () =>
    runExclusive((release) =>
      change.mutate(
        { params: { id }, body: { isActive: !isActive } },
        {
          onSuccess: () => showSuccessToast(`Webhook of ${host} ${isActive ? 'disabled' : 'enabled'}`),
          onSettled: release,
        },
      ),
    )
  const ask = () =>
    openConfirmDialog({
      title: `Disable the webhook of ${host}?`,
      children: 'Pending events are marked as failed. Events missed while it is disabled are not sent later.',
      labels: { confirm: 'Disable', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: toggle,
    })
  return { toggle: isActive ? ask : toggle, isToggling: change.isPending }
}

type WebhookActionsProps = { webhook: ListedWebhook; isFixed: boolean; onAction: (action: WebhookAction) => void }

function OwnerActions({ webhook, isFixed, onAction }: WebhookActionsProps) {
  const { toggle, isToggling } = useToggle(webhook)
  const { isActive } = webhook
  return (
    <>
      <Button leftSection={<Send size={16} />} disabled={!isActive} onClick={() => onAction('test')}>
        Send test event…
      </Button>
      <Button variant="default" leftSection={<Pencil size={16} />} disabled={isFixed} onClick={() => onAction('edit')}>
        Edit
      </Button>
      {!isAdminDisabled(webhook) && (
        <>
          <Button variant={isActive ? 'default' : 'filled'} loading={isToggling} disabled={isFixed} onClick={toggle}>
            {isActive ? 'Disable' : 'Enable'}
          </Button>
          <Button
            variant="default"
            color="red"
            leftSection={<Trash2 size={16} />}
            disabled={isFixed}
            onClick={() => onAction('delete')}
          >
            Delete
          </Button>
        </>
      )}
    </>
  )
}

/** The actions on a webhook. An administrator can also disable one its owner has disabled. */
export function WebhookActions(props: WebhookActionsProps) {
  if (!('user' in props.webhook)) return <OwnerActions {...props} />
  return isAdminDisabled(props.webhook) ? (
    <Button variant="default" onClick={() => props.onAction('enable')}>
      Enable…
    </Button>
  ) : (
    <Button variant="default" color="red" onClick={() => props.onAction('disable')}>
      Disable…
    </Button>
  )
}
