import type { AdminWebhook } from '@dooryard/contract/admin-webhooks'
import { nameOf } from '../../lib/names.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useTurnWebhook } from './admin-webhooks.data.ts'
import { hostOf } from './webhook-words.ts'

type AdminTurnProps = { webhook: AdminWebhook; act: 'disable' | 'enable' | undefined; onClose: () => void }

const leads = {
  bar: 'It is disabled already. From now on only an administrator can enable it, and its owner cannot delete it.',
  disable:
    'What waits to be sent to it is not sent, and what happens from now on is not kept for it. Only an administrator can enable it, and its owner cannot delete it.',
  release:
    'It was disabled before an administrator disabled it, and is so again. Its owner is told by mail that they can enable it.',
  enable:
    'It is told of what happens from now on, and its owner gets a mail. What happened while it was disabled is not sent.',
}

/** What is done to it: barred where it is disabled already, released where it stays so. */
function turnOf(act: 'disable' | 'enable', { isActive, disabledBefore }: AdminWebhook): keyof typeof leads {
  if (act === 'disable') return isActive ? 'disable' : 'bar'
  return disabledBefore ? 'release' : 'enable'
}

const doneWords = {
  bar: 'can no longer be enabled by its owner',
  disable: 'is disabled',
  release: 'can be enabled by its owner',
  enable: 'is enabled',
}

/** Disables or enables a webhook of anybody's, with a reason; open while one of them is asked for. */
export function AdminTurnDialog({ webhook, act, onClose }: AdminTurnProps) {
  const { id, url, user } = webhook
  const turn = useTurnWebhook(id, act ?? 'disable')
  const host = hostOf(url)
  const asked = act && {
    id: act,
    title: `${act === 'disable' ? 'Disable' : 'Enable'} ${host} of ${nameOf(user)}`,
    lead: leads[turnOf(act, webhook)],
    readers:
      act === 'disable' ? `${user.firstName} reads it in a mail and beside the webhook.` : 'It stays in the audit log.',
    send: act === 'disable' ? 'Disable the webhook' : 'Enable the webhook',
    isGrave: act === 'disable',
  }
  const done = () => {
    if (act) toastDone(`The webhook of ${host} ${doneWords[turnOf(act, webhook)]}`)
    onClose()
  }
  return <ReasonDialog asked={asked} call={turn} onDone={done} onClose={onClose} />
}
