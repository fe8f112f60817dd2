import type { Webhook } from '@dooryard/contract/webhooks'
import { Button } from '@mantine/core'
import { Pencil, Send, Trash2 } from 'lucide-react'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { hostOf, isBarred } from './webhook-words.ts'
import { useChangeWebhook } from './webhooks.data.ts'

export type Act = 'edit' | 'test' | 'delete' | 'again'

/** Disables or enables a webhook, asking first where that loses events. */
function useTurn({ id, url, isActive }: Webhook) {
  const change = useChangeWebhook()
  const singly = useSingleFlight()
  const host = hostOf(url)
  const turn = () =>
    singly((land) =>
      change.mutate(
        { id, body: { isActive: !isActive } },
        {
          onSuccess: () => toastDone(`The webhook of ${host} is ${isActive ? 'disabled' : 'enabled'}`),
          onSettled: land,
        },
      ),
    )
  const ask = () =>
    askFirst({
      title: `Disable the webhook of ${host}?`,
      children:
        'Events that wait to be sent count as failed. What happens while it is disabled is not sent later either.',
      labels: { confirm: 'Disable', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: turn,
    })
  return { turn: isActive ? ask : turn, isTurning: change.isPending }
}

type WebhookActsProps = { webhook: Webhook; isFixed: boolean; onAct: (act: Act) => void }

/** What can be done with a webhook. */
export function WebhookActs({ webhook, isFixed, onAct }: WebhookActsProps) {
  const { turn, isTurning } = useTurn(webhook)
  const { isActive } = webhook
  return (
    <>
      <Button leftSection={<Send size={16} aria-hidden="true" />} disabled={!isActive} onClick={() => onAct('test')}>
        Send test event…
      </Button>
      <Button
        variant="default"
        leftSection={<Pencil size={16} aria-hidden="true" />}
        disabled={isFixed}
        onClick={() => onAct('edit')}
      >
        Edit
      </Button>
      {!isBarred(webhook) && (
        <>
          <Button variant={isActive ? 'default' : 'filled'} loading={isTurning} disabled={isFixed} onClick={turn}>
            {isActive ? 'Disable' : 'Enable'}
          </Button>
          <Button
            variant="default"
            color="red"
            leftSection={<Trash2 size={16} aria-hidden="true" />}
            disabled={isFixed}
            onClick={() => onAct('delete')}
          >
            Delete
          </Button>
        </>
      )}
    </>
  )
}
