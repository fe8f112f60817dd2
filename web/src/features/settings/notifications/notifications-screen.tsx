import { notifications } from '@dooryard/contract/identity/notifications'
import '@mantine/core/styles/Switch.layer.css'
import { Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { SettingsFrame } from '../../../ui/layout/frames/settings-frame.tsx'
import { ChannelTable } from './channel-table.tsx'
import { useChangeSettings } from './notifications.data.ts'

/** Which notifications reach the user, and how. */
export function NotificationsScreen() {
  const { role } = useUser()
  const result = useQuery(buildQuery(notifications.settings, {}))
  const [saves, setSaves] = useState(0)
  const onSaved = () => setSaves((count) => count + 1)
  return (
    <SettingsFrame title="Notifications">
      <Panel
        title="How you are notified"
        flush
        aside={
          <Text component="span" role="status" c="dimmed" fz="sm">
            {saves > 0 && (
              // A new element each time, so that screen readers announce every change.
              <span key={saves}>
                <Check size={14} aria-hidden="true" style={{ verticalAlign: -2 }} /> Saved
              </span>
            )}
          </Text>
        }
      >
        <QueryContent what="Your notification settings" result={result} loading={480}>
          {({ kinds }) => <ChannelTable kinds={kinds} onSaved={onSaved} />}
        </QueryContent>
      </Panel>
      {role === 'ENTERPRISE_USER' && result.data && (
        <Panel title="Orders placed with an API key">
          <ApiOrdersSwitch includesApiOrders={result.data.includesApiOrders} onSaved={onSaved} />
        </Panel>
      )}
    </SettingsFrame>
  )
}

function ApiOrdersSwitch({ includesApiOrders, onSaved }: { includesApiOrders: boolean; onSaved: () => void }) {
  const change = useChangeSettings(onSaved)
  const isOn = (change.isPending ? change.variables.body?.includesApiOrders : undefined) ?? includesApiOrders
  return (
    <Switch
      checked={isOn}
      onChange={(event) => change.mutate({ body: { includesApiOrders: event.currentTarget.checked } })}
      label="Notify me when each of them is ready or fails"
      description="Use webhooks for many orders. You are notified of expiring phone numbers in any case."
    />
  )
}
