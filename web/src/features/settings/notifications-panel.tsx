import { notifications, type OrderNoticeSettings } from '@dooryard/contract/identity/notifications'
import '@mantine/core/styles/Switch.layer.css'
import { Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'

function OrderSwitches({ settings, hasApiKeys }: { settings: OrderNoticeSettings; hasApiKeys: boolean }) {
  const change = useEndpointMutation(notifications.changeOrderSettings, {
    refreshes: [notifications.orderSettings],
    awaitsRefresh: true,
  })
  // Shows the choice at once, until the answer or the refusal.
  const { hasMails, includesApiOrders } = { ...settings, ...(change.isPending && change.variables.body) }
  return (
    <Stack gap={16}>
      <Switch
        checked={hasMails}
        onChange={(event) => change.mutate({ body: { hasMails: event.currentTarget.checked } })}
        label="Email me about orders"
        description="When an order is ready, fails, or its phone numbers expire"
      />
      {hasApiKeys && (
        <Switch
          checked={includesApiOrders}
          onChange={(event) => change.mutate({ body: { includesApiOrders: event.currentTarget.checked } })}
          label="Include orders placed with an API key"
          description="When each of them is ready or fails; use webhooks for many. Expiry is always included"
        />
      )}
    </Stack>
  )
}

/** Which orders notify the user, for roles that can order. */
export function NotificationsPanel() {
  const { role } = useUser()
  const canOrder = role === 'CONSUMER_USER' || role === 'ENTERPRISE_USER'
  const result = useQuery({ ...buildQuery(notifications.orderSettings, {}), enabled: canOrder })
  if (!canOrder) return null
  return (
    <Panel title="Notifications">
      <QueryContent what="Your notification settings" result={result} loading={56}>
        {(settings) => <OrderSwitches settings={settings} hasApiKeys={role === 'ENTERPRISE_USER'} />}
      </QueryContent>
    </Panel>
  )
}
