import '@mantine/core/styles/Switch.layer.css'
import type { ApiKey } from '@dooryard/contract/api-keys'
import { useMemo } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { formatDayAndTime, formatNumber, unknown } from '../../lib/format.ts'
import { type ChartColumn, ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { Tag } from '../../ui/display/badges.tsx'
import classes from './api-keys.module.css'
import { End, LastUse, Prefix, Scopes } from './key-columns.tsx'
import { everyDay, type UsageDay, usageInWords } from './key-words.ts'

const columns: ChartColumn<UsageDay>[] = [
  { label: 'Calls', color: '--ring-plan', value: ({ calls }) => calls, says: ({ calls }) => formatNumber(calls) },
  {
    label: 'Refused',
    color: '--mantine-color-bad-filled',
    value: ({ refused }) => refused,
    says: ({ refused }) => formatNumber(refused),
  },
]

function LastCall({ lastCall }: Pick<ApiKey, 'lastCall'>) {
  if (!lastCall) return unknown
  const { method, path, status } = lastCall
  return (
    <span className={classes.lastCall}>
      <code>
        {method} {path}
      </code>
      <Tag tone={status < 400 ? 'good' : 'bad'}>{status}</Tag>
    </span>
  )
}

/** What is known of a key. */
export const factsOf = (key: ApiKey) => [
  { label: 'Key', value: <Prefix {...key} /> },
  { label: 'Permissions', value: <Scopes {...key} /> },
  { label: 'Expires', value: <End apiKey={key} /> },
  { label: 'Last used', value: <LastUse {...key} /> },
  { label: 'Last call', value: <LastCall {...key} /> },
  { label: 'Created', value: formatDayAndTime(key.createdAt) },
  ...(key.regeneratedAt ? [{ label: 'Regenerated', value: formatDayAndTime(key.regeneratedAt) }] : []),
]

/** What a key was used for, day by day. */
export function KeyUse({ usage }: Pick<ApiKey, 'usage'>) {
  // Another array at each answer would draw the chart anew under the pointer.
  const days = useMemo(() => everyDay(usage, serverNow()), [usage])
  return (
    <div className={classes.chart}>
      <ChartPanel
        title="Calls by day"
        days={days}
        columns={columns}
        nothing="No calls in 30 days."
        foot={<p className={classes.foot}>{usageInWords(usage)}. Days are UTC.</p>}
      />
    </div>
  )
}
