import '@mantine/core/styles/Switch.layer.css'
import type { AdminApiKey } from '@dooryard/contract/integrations/admin-api-keys'
import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { emptyValue, formatNumber } from '../../lib/format/format.ts'
import type { Scope } from '../../lib/session/scope.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { type ChartColumn, ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { Tag } from '../../ui/display/badges.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { DetailDrawer } from '../../ui/overlay/detail-drawer.tsx'
import { keyDetails, type ListedKey } from './api-keys.data.ts'
import { fillDays, formatUsage, type UsageDay } from './key-labels.ts'
import { AllowedIps, Expiry, KeyState, LastUse, Prefix, Scopes, TestMark } from './key-parts.tsx'

const chartColumns: ChartColumn<UsageDay>[] = [
  { label: 'Calls', color: '--ring-plan', value: ({ calls }) => calls, says: ({ calls }) => formatNumber(calls) },
  {
    label: 'Refused',
    color: '--mantine-color-bad-filled',
    value: ({ refused }) => refused,
    says: ({ refused }) => formatNumber(refused),
  },
]

function UsageChart({ usage }: Pick<ApiKey, 'usage'>) {
  // A new array on each response would redraw the chart under the pointer.
  const days = useMemo(() => fillDays(usage, getServerTime()), [usage])
  const foot = (
    <Text c="dimmed" fz="sm" lh="inherit" mt="sm">
      {usage.length > 0 && `${formatUsage(usage)}. `}Days are in UTC.
    </Text>
  )
  return (
    <Box mt={28}>
      <ChartPanel title="Calls by day" days={days} columns={chartColumns} nothing="No calls in 30 days." foot={foot} />
    </Box>
  )
}

function LastCall({ lastCall }: Pick<ApiKey, 'lastCall'>) {
  if (!lastCall) return emptyValue
  const { method, path, status } = lastCall
  return (
    <Group display="inline-flex" gap="4px 8px">
      <Box component="code" ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
        {method} {path}
      </Box>
      <Tag tone={status < 400 ? 'good' : 'bad'}>{status}</Tag>
    </Group>
  )
}

const toOwnerFacts = (key: ApiKey) => [
  { label: 'Key', value: <Prefix {...key} /> },
  { label: 'Mode', value: key.isTest ? <TestMark {...key} /> : 'Live' },
  { label: 'Permissions', value: <Scopes {...key} /> },
  { label: 'Allowed IP addresses', value: <AllowedIps {...key} /> },
  { label: 'Expires', value: <Expiry apiKey={key} /> },
  { label: 'Last used', value: <LastUse {...key} /> },
  { label: 'Last call', value: <LastCall {...key} /> },
  { label: 'Created', value: <Instant at={key.createdAt} /> },
  ...(key.regeneratedAt ? [{ label: 'Regenerated', value: <Instant at={key.regeneratedAt} /> }] : []),
]

const toAdminFacts = (key: AdminApiKey) => [
  { label: 'Owner', value: <OwnerCell owner={key.user} /> },
  { label: 'State', value: <KeyState {...key} /> },
  ...(key.revokedAt ? [{ label: 'Revoked', value: <Instant at={key.revokedAt} /> }] : []),
]

const toFacts = (key: ListedKey) => ('user' in key ? [...toAdminFacts(key), ...toOwnerFacts(key)] : toOwnerFacts(key))

type DetailsProps = { scope: Scope; id: string; onRevoke: (key: AdminApiKey) => void }

function Details({ scope, id, onRevoke }: DetailsProps) {
  const result = useQuery(keyDetails(scope, id))
  const { error, refetch } = result
  const key: ListedKey | undefined = result.data
  if (error && !key) return <NotFoundOrError what="This API key" error={error} onRetry={() => void refetch()} />
  if (!key) return <Skeleton height={240} />
  return (
    <>
      <Stack component="section" gap={12}>
        <h2>{key.name}</h2>
        <DescriptionList items={toFacts(key)} />
        {'user' in key && key.state !== 'REVOKED' && (
          <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => onRevoke(key)}>
            Revoke…
          </Button>
        )}
      </Stack>
      <UsageChart usage={key.usage} />
    </>
  )
}

type KeyDrawerProps = Omit<DetailsProps, 'id'> & {
  id: string | undefined
  /** Whether the dialog that asks for the revocation reason is open above the drawer. */
  isCovered: boolean
  onClose: () => void
}

export const KeyDrawer = ({ id, isCovered, onClose, ...details }: KeyDrawerProps) => (
  <DetailDrawer what="API key" id={id} size={560} isCovered={isCovered} onClose={onClose}>
    {(shown) => <Details key={shown} id={shown} {...details} />}
  </DetailDrawer>
)
