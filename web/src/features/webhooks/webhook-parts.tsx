import type { AdminWebhook } from '@dooryard/contract/integrations/admin-webhooks'
import type { Webhook } from '@dooryard/contract/integrations/webhooks'
import { Group, Paper, SimpleGrid } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { toTitleCase } from '../../lib/format/format.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { useIsImpersonating } from '../../lib/session/use-is-impersonating.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { fillHours, formatSuccessRate, type HourCounts, toStatus } from './webhook-labels.ts'
import type { ListedWebhook } from './webhooks.data.ts'
import classes from './webhooks.module.css'

const toneByState = { HEALTHY: 'good', FAILING: 'bad', SLOW: 'warn', DISABLED: 'plain' } as const

const AdminStatus = ({ state }: AdminWebhook) => <Tag tone={toneByState[state]}>{toTitleCase(state)}</Tag>

export const WebhookStatus = ({ webhook }: { webhook: ListedWebhook }) =>
  'user' in webhook ? <AdminStatus {...webhook} /> : <Tag {...toStatus(webhook)} />

/** Explains to an impersonating administrator what they can and cannot do here. */
export function ImpersonationNotice() {
  const user = useUser()
  if (!useIsImpersonating()) return null
  return (
    <Notice tone="warn">
      You are impersonating {formatUserName(user)}. You can send tests and resend events. Only they can change webhooks
      and secrets, and see full URLs and response bodies.
    </Notice>
  )
}

export const SecretBox = ({ children }: { children: ReactNode }) => (
  <Paper withBorder bg="var(--raised)">
    <Group justify="space-between" wrap="nowrap" gap="sm" mih={42} p="6px 6px 6px 12px" className={classes.secret}>
      {children}
    </Group>
  </Paper>
)

export const SecretText = ({ secret }: { secret: string }) => (
  <SecretBox>
    <code>{secret}</code>
    <CopyButton value={secret} what="the secret" />
  </SecretBox>
)

const toPartStyle = (count: number) => ({ '--part': count }) as CSSProperties // custom properties have no type

const HourBar = ({ hour: { succeeded, failed }, max }: { hour: HourCounts; max: number }) => (
  <span className={classes.hour} style={{ height: `${((succeeded + failed) / max) * 100}%` }}>
    {failed > 0 && <span className={classes.failed} style={toPartStyle(failed)} />}
    {succeeded > 0 && <span style={toPartStyle(succeeded)} />}
  </span>
)

/** The attempts of the last 24 hours by hour, with failures stacked on successes. */
export function HealthBars({ health, isLarge }: { health: Webhook['health']; isLarge?: boolean }) {
  const hours = fillHours(health.hours, getServerTime())
  const max = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed))
  return (
    <SimpleGrid
      cols={25}
      spacing={isLarge ? 3 : 1}
      w={isLarge ? '100%' : 124}
      h={isLarge ? 120 : 24}
      style={{ alignItems: 'end' }}
      data-large={isLarge || undefined}
      role="img"
      aria-label={`Attempts of the last 24 hours by the hour: ${formatSuccessRate(health)}`}
    >
      {hours.map((hour) => (
        <HourBar key={hour.at} hour={hour} max={max} />
      ))}
    </SimpleGrid>
  )
}
