import type { AdminApiKey } from '@dooryard/contract/integrations/admin-api-keys'
import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import { apiScopes } from '@dooryard/contract/integrations/api-scopes'
import { Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatAgo, formatNumber, formatWithTimeZone, pluralize, toTitleCase } from '../../lib/format/format.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { fillDays, formatUsage, getExpiry, sumUsage } from './key-labels.ts'

const tones = { ACTIVE: 'good', EXPIRED: 'warn', REVOKED: 'plain' } as const

export const KeyState = ({ state }: Pick<AdminApiKey, 'state'>) => <Tag tone={tones[state]}>{toTitleCase(state)}</Tag>

export const Scopes = ({ scopes, children }: Pick<ApiKey, 'scopes'> & { children?: ReactNode }) => (
  <Group display="inline-flex" gap={4} py={6}>
    {scopes.map((scope) => (
      <Tag key={scope} tone="plain">
        {apiScopes.label(scope)}
      </Tag>
    ))}
    {children}
  </Group>
)

const Dimmed = ({ children }: { children: string }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
)

/** Sets a test key apart; a live one needs no mark. */
export const TestMark = ({ isTest }: Pick<ApiKey, 'isTest'>) => isTest && <Tag tone="warn">Test</Tag>

/** A mark of a key that works only from some addresses, which the hint lists. */
export const AllowedIpsMark = ({ allowedIps }: Pick<ApiKey, 'allowedIps'>) =>
  allowedIps.length > 0 && (
    <span title={allowedIps.join(', ')}>
      <Tag tone="plain">{pluralize(allowedIps.length, 'IP address', 'IP addresses')}</Tag>
    </span>
  )

export const AllowedIps = ({ allowedIps }: Pick<ApiKey, 'allowedIps'>) =>
  allowedIps.length === 0 ? (
    <Dimmed>Any</Dimmed>
  ) : (
    <Box ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
      {allowedIps.join(', ')}
    </Box>
  )

/** The prefix of a key, the only part of it that is stored. */
export const Prefix = ({ prefix }: Pick<ApiKey, 'prefix'>) => (
  <Box component="code" ff="monospace" fz="xs">
    {prefix}…
  </Box>
)

export function ExpiryDay({ apiKey }: { apiKey: ApiKey }) {
  const { day, exact } = getExpiry(apiKey, getServerTime())
  return exact ? <span title={exact}>{day}</span> : <Dimmed>{day}</Dimmed>
}

export function Expiry({ apiKey }: { apiKey: ApiKey }) {
  const { mark } = getExpiry(apiKey, getServerTime())
  return (
    <Group display="inline-flex" gap="2px 8px">
      <ExpiryDay apiKey={apiKey} />
      {mark && <Tag tone={mark.tone}>{mark.label}</Tag>}
    </Group>
  )
}

/** The compact form: the day, or only the badge. */
export function ShortExpiry({ apiKey }: { apiKey: ApiKey }) {
  const { exact, mark } = getExpiry(apiKey, getServerTime())
  if (!mark) return <ExpiryDay apiKey={apiKey} />
  return (
    <span title={exact}>
      <Tag tone={mark.tone}>{mark.label}</Tag>
    </span>
  )
}

export function LastUse({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>) {
  if (!lastUsedAt) return <Dimmed>Never</Dimmed>
  return (
    <time dateTime={lastUsedAt} title={formatWithTimeZone(lastUsedAt)}>
      {formatAgo(Date.parse(lastUsedAt), getServerTime())}
    </time>
  )
}

const bar = { width: 2, gap: 1 }
const height = 20

/** A day with any calls gets a visible bar, however high the others are. */
const toBarHeight = (count: number, max: number) => (count === 0 ? 0 : Math.max(2, (count / max) * height))

export function UsageBars({ usage }: Pick<ApiKey, 'usage'>) {
  const label = formatUsage(usage)
  const total = sumUsage(usage).calls
  if (total === 0) return <Dimmed>No calls</Dimmed>
  const days = fillDays(usage, getServerTime())
  const max = Math.max(...days.map((day) => day.calls))
  const width = days.length * (bar.width + bar.gap) - bar.gap
  return (
    <Group display="inline-flex" wrap="nowrap" gap={10} mih={24}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={label}>
        <title>{label}</title>
        {days.map(({ day, calls, refused }, at) => {
          const [whole, part] = [toBarHeight(calls, max), toBarHeight(refused, max)]
          const place = { x: at * (bar.width + bar.gap), width: bar.width }
          return (
            <g key={day}>
              <rect {...place} y={height - 1} height={1} fill="var(--line)" />
              <rect {...place} y={height - whole} height={whole} fill="var(--ring-plan)" />
              <rect {...place} y={height - part} height={part} fill="var(--mantine-color-bad-filled)" />
            </g>
          )
        })}
      </svg>
      <span aria-hidden="true">{formatNumber(total)}</span>
    </Group>
  )
}
