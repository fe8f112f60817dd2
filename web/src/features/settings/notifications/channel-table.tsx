import type { NotificationKind, NotificationSettings } from '@dooryard/contract/identity/notifications'
import {
  hasChannel,
  type NotificationChannel,
  notificationChannels,
  notificationKinds,
  notificationRules,
} from '@dooryard/contract/integrations/notification-channels'
import { Anchor, Code, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../lib/session/use-user.ts'
import classes from './channel-table.module.css'
import { useChangeSettings } from './notifications.data.ts'

type KindSettings = NotificationSettings['kinds'][number]
type ChannelSwitchProps = { kind: NotificationKind; channel: NotificationChannel; isOn: boolean; onSaved: () => void }

function ChannelSwitch({ kind, channel, isOn, onSaved }: ChannelSwitchProps) {
  const change = useChangeSettings(onSaved)
  // Shows the choice at once, until the answer or the refusal.
  const [chosen] = (change.isPending && change.variables.body?.kinds) || []
  return (
    <Switch
      aria-label={`${notificationKinds.label(kind)}: ${notificationChannels.label(channel)}`}
      checked={chosen?.[channel] ?? isOn}
      onChange={(event) => change.mutate({ body: { kinds: [{ kind, [channel]: event.currentTarget.checked }] } })}
    />
  )
}

/** Where the user chooses what a kind is about. */
const sources: Partial<Record<NotificationKind, { label: string; to: string }>> = {
  NEW_MATCHES: { label: 'Choose searches', to: '/portal/settings/saved-searches' },
  CREDITS: { label: 'Set limits', to: '/portal/settings/billing' },
}

function KindHeading({ kind }: { kind: NotificationKind }) {
  const source = sources[kind]
  return (
    <th scope="row" className={classes.kind}>
      <Text inherit fw={500}>
        {notificationKinds.label(kind)}
      </Text>
      <Text c="dimmed" fz="sm" fw={400}>
        {notificationKinds.description(kind)}
        {source && (
          <>
            {'. '}
            <Anchor component={Link} to={source.to} inherit underline="always">
              {source.label}
            </Anchor>
          </>
        )}
      </Text>
    </th>
  )
}

type ChannelTableProps = { kinds: readonly KindSettings[]; onSaved: () => void }

/** A switch for each kind and channel; on a phone a card for each kind. */
export function ChannelTable({ kinds, onSaved }: ChannelTableProps) {
  const { role } = useUser()
  const channels = notificationChannels.values.filter(
    (channel) => channel !== 'byWebhook' || kinds.some(({ kind }) => hasChannel(role, kind, channel)),
  )
  return (
    <table className={classes.table} aria-label="Notifications by channel">
      {channels.includes('byWebhook') && (
        <caption className={classes.caption}>
          Webhooks get these notifications as the event <Code>notification.created</Code>. Orders and saved searches
          have events of their own. Choose events in{' '}
          <Anchor component={Link} to="/portal/webhooks" inherit underline="always">
            Webhooks
          </Anchor>
          .
        </caption>
      )}
      <thead>
        <tr>
          <th scope="col">Notification</th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className={classes.channel}>
              {notificationChannels.label(channel)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((settings) => (
          <tr key={settings.kind}>
            <KindHeading kind={settings.kind} />
            {channels.map((channel) => {
              const isOn = settings[channel]
              return (
                <td key={channel} className={classes.channel}>
                  <span className={classes.label} aria-hidden="true">
                    {notificationChannels.label(channel)}
                  </span>
                  {isOn === undefined ? (
                    <OwnEvent kind={settings.kind} />
                  ) : (
                    <ChannelSwitch kind={settings.kind} channel={channel} isOn={isOn} onSaved={onSaved} />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Webhooks subscribe to the event of the kind itself. */
const OwnEvent = ({ kind }: { kind: NotificationKind }) => (
  <Anchor component={Link} to="/portal/webhooks" className={classes.event} underline="always">
    {notificationRules[kind].webhookEvent}
  </Anchor>
)
