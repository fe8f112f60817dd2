import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { Webhook } from '@dooryard/contract/integrations/webhooks'
import { OrderSending, orderSending } from '@dooryard/contract/orders/export/send-order'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { DialogActions, MutationDialog } from '../../../ui/form/mutation-dialog.tsx'

type SendDialogProps = { order: OrderDetail; campaignId: string; opened: boolean; onClose: () => void }

const title = 'Send to an integration'

const formatWebhook = ({ url, description }: Webhook) =>
  description ? `${description} (${new URL(url).host})` : url.replace(/^https?:\/\//, '')

const NoWebhook = () => (
  <Stack>
    <Text fz="sm">You have no active webhook. Create one to send orders to your CRM, dialer or mail house.</Text>
    <DialogActions>
      <LinkButton to="/portal/webhooks">Create webhook</LinkButton>
    </DialogActions>
  </Stack>
)

/** Sends the order to one of the user's active webhooks, and links to what came of it. */
export function SendDialog({ order, campaignId, opened, onClose }: SendDialogProps) {
  const list = useQuery({ ...buildQuery(webhooks.list, { query: { limit: 100 } }), enabled: opened })
  const call = useEndpointMutation(orderSending.send, { refreshes: [webhooks.list, webhooks.log], awaitsRefresh: true })
  const [sentTo, setSentTo] = useState<string>()
  const active = list.data?.items.filter(({ isActive }) => isActive)
  const close = () => {
    setSentTo(undefined)
    onClose()
  }
  const [first] = active ?? []
  if (!active || !first)
    return (
      <MutationDialog call={call} opened={opened} onClose={close} title={title} closeLabel="Close">
        {() =>
          list.error ? (
            <LoadFailure what="Your webhooks" error={list.error} onRetry={() => void list.refetch()} />
          ) : active ? (
            <NoWebhook />
          ) : (
            <Skeleton height={64} />
          )
        }
      </MutationDialog>
    )
  return (
    <FormDialog
      schema={OrderSending}
      initialValues={{ webhookId: first.id }}
      call={call}
      send={async (body) => {
        await call.mutateAsync({ params: { campaignId, orderId: order.id }, body })
        setSentTo(body.webhookId)
      }}
      submitLabel="Send"
      opened={opened}
      onClose={close}
      onDone={() => undefined}
      title={title}
      sent={
        sentTo === undefined
          ? undefined
          : { title: 'Order queued', closeLabel: 'Close', children: () => <Sent webhookId={sentTo} /> }
      }
    >
      {(form) => (
        <NativeSelect
          label="Webhook"
          description="Sends order.completed again, with a file link valid for one hour"
          data={active.map((webhook) => ({ value: webhook.id, label: formatWebhook(webhook) }))}
          data-autofocus
          {...form.getInputProps('webhookId')}
        />
      )}
    </FormDialog>
  )
}

const Sent = ({ webhookId }: { webhookId: string }) => (
  <Stack>
    <Text fz="sm">The webhook log shows when it arrives.</Text>
    <DialogActions>
      <LinkButton to="/portal/webhooks/$webhookId" params={{ webhookId }}>
        Open the log
      </LinkButton>
    </DialogActions>
  </Stack>
)
