import '@mantine/core/styles/Switch.layer.css'
import type { ApiKey } from '@dooryard/contract/api-keys'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { formatDayAndTime, formatNumber, unknown } from '../../lib/format.ts'
import { type ChartColumn, ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/parts/detail-drawer.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
import { MissingOrFailed } from '../../ui/parts/state-view.tsx'
import { Tag } from '../../ui/parts/tag.tsx'
import { apiKeyDetail } from './api-keys.data.ts'
import classes from './api-keys.module.css'
import { End, LastUse, Prefix, Scopes } from './key-columns.tsx'
import { everyDay, type UsageDay, usageInWords } from './key-words.ts'

const columns: ChartColumn<UsageDay>[] = [
  { label: 'Calls', color: '--ring-plan', value: ({ calls }) => calls, says: ({ calls }) => formatNumber(calls) },
  { label: 'Refused', color: '--bad', value: ({ refused }) => refused, says: ({ refused }) => formatNumber(refused) },
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

const factsOf = (key: ApiKey) => [
  { label: 'Key', value: <Prefix {...key} /> },
  { label: 'Permissions', value: <Scopes {...key} /> },
  { label: 'Expires', value: <End apiKey={key} /> },
  { label: 'Last used', value: <LastUse {...key} /> },
  { label: 'Last call', value: <LastCall {...key} /> },
  { label: 'Created', value: formatDayAndTime(key.createdAt) },
  ...(key.regeneratedAt ? [{ label: 'Regenerated', value: formatDayAndTime(key.regeneratedAt) }] : []),
]

function KeyDetail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(apiKeyDetail(id))
  // Another array at each answer would draw the chart anew under the pointer.
  const days = useMemo(() => data && everyDay(data.usage, serverNow()), [data])
  if (error && !data) return <MissingOrFailed what="This API key" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  return (
    <>
      <DetailGroup title={data.name}>
        <Facts facts={factsOf(data)} />
      </DetailGroup>
      <div className={classes.chart}>
        <ChartPanel
          title="Calls by day"
          days={days}
          columns={columns}
          nothing="No calls in 30 days."
          foot={<p className={classes.foot}>{usageInWords(data.usage)}. Days are UTC.</p>}
        />
      </div>
    </>
  )
}

/** A key with what it was used for. */
export function KeyDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <DetailDrawer what="API key" id={id} size={560} onClose={onClose}>
      {(shown) => <KeyDetail key={shown} id={shown} />}
    </DetailDrawer>
  )
}
