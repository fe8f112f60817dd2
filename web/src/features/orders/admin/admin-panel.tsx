import type { AdminOrderDetail } from '@dooryard/contract/orders/admin-orders'
import { Box, Group, Text } from '@mantine/core'
import { AdminOrderLink } from '../../../entities/order/admin-links.tsx'
import { OwnerCell } from '../../../entities/user/owner-cell.tsx'
import { formatNumber } from '../../../lib/format/format.ts'
import { isOrderInProgress, orderStepLabels } from '../../../lib/labels/order-labels.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { type DescriptionItem, DescriptionList, TextWithDescription } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { getToneColors } from '../../../ui/display/tones.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatAttempts, formatNextAttempt, formatWait } from './admin-messages.ts'

const CopyableId = ({ value, what }: { value: string; what: string }) => (
  <Group gap={4} wrap="nowrap" justify="space-between" miw={0}>
    <Text component="code" fz="xs" ff="monospace" truncate>
      {value}
    </Text>
    <Box flex="none" my={-4}>
      <CopyButton value={value} what={what} />
    </Box>
  </Group>
)

function toJobFacts(order: AdminOrderDetail): DescriptionItem[] {
  const { job, failures } = order
  if (!job && isOrderInProgress(order)) return [{ label: 'Job', value: 'None. A retry creates one' }]
  if (!job) return [{ label: 'Job', value: 'None. No steps left' }]
  return [
    { label: 'Tries', value: formatAttempts(job) },
    { label: 'Next try', value: formatNextAttempt(job, getServerTime()) },
    { label: 'Failures of the step', value: formatNumber(failures) },
  ]
}

/** The orders that this one replaced or was replaced by, all in the same campaign. */
function toOriginFacts({ placedWithKey, retryOf, retriedAs, campaignId }: AdminOrderDetail): DescriptionItem[] {
  const facts: DescriptionItem[] = []
  if (placedWithKey)
    facts.push({
      label: 'Placed with',
      value: (
        <TextWithDescription
          first={placedWithKey.name}
          second={<CopyableId value={placedWithKey.id} what="the id of the key" />}
        />
      ),
    })
  const renderOrderLink = (id: string, name: string) => (
    <AdminOrderLink order={{ id, campaignId }}>{name}</AdminOrderLink>
  )
  if (retryOf) facts.push({ label: 'Replaces', value: renderOrderLink(retryOf, 'The failed order') })
  if (retriedAs) facts.push({ label: 'Replaced by', value: renderOrderLink(retriedAs, 'The new order') })
  return facts
}

const LastError = ({ error }: { error: string }) => (
  <Box mt="md">
    <Text component="h3" m="0 0 6px" fz="sm" lh="20px" fw={400} c="dimmed">
      Last error
    </Text>
    <Box
      component="pre"
      {...getToneColors('bad')}
      m={0}
      px={12}
      py={10}
      mah={160}
      bdrs="sm"
      fz="xs"
      lh="18px"
      style={{ overflow: 'auto', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      tabIndex={0} // long errors scroll, and must be reachable by keyboard
    >
      {error}
    </Box>
  </Box>
)

export function AdminPanel({ order }: { order: AdminOrderDetail }) {
  const { id, campaignId, user, internalStatus, updatedAt, job } = order
  const wait = formatWait(order, getServerTime())
  const ids: DescriptionItem[] = [{ label: 'Order ID', value: <CopyableId value={id} what="the id of the order" /> }]
  if (campaignId)
    ids.push({ label: 'Campaign ID', value: <CopyableId value={campaignId} what="the id of the campaign" /> })
  return (
    <Panel title="Administration">
      {wait && <Notice tone="warn">{wait}</Notice>}
      <DescriptionList
        items={[
          { label: 'Owner', value: <OwnerCell owner={user} /> },
          {
            label: 'Internal status',
            value: (
              <TextWithDescription first={orderStepLabels[internalStatus]} second={<code>{internalStatus}</code>} />
            ),
          },
          ...toJobFacts(order),
          ...toOriginFacts(order),
          { label: 'Last change', value: <Instant at={updatedAt} /> },
          ...ids,
        ]}
      />
      {job?.lastError && <LastError error={job.lastError} />}
    </Panel>
  )
}
