import type { Webhook } from '@dooryard/contract/webhooks'
import { DeleteDialog } from './delete-dialog.tsx'
import { SendAgainDialog } from './send-again-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import type { Act } from './webhook-acts.tsx'
import { EditWebhookDialog } from './webhook-dialog.tsx'

type WebhookDialogsProps = { webhook: Webhook; act: Act | undefined; onClose: () => void }

/** What asks before something is done with a webhook; at most one is open. */
export function WebhookDialogs({ act, ...props }: WebhookDialogsProps) {
  return (
    <>
      <EditWebhookDialog {...props} opened={act === 'edit'} />
      <TestDialog {...props} opened={act === 'test'} />
      <SendAgainDialog {...props} opened={act === 'again'} />
      <DeleteDialog {...props} opened={act === 'delete'} />
    </>
  )
}
