import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import { Box, Group, Text } from '@mantine/core'
import { AdminOrderLink } from '../../../entities/order/admin-links.tsx'
import { OwnerCell } from '../../../entities/user/owner-cell.tsx'
import { serverNow } from '../../../lib/clock.ts'
import { formatDayAndTime, formatNumber } from '../../../lib/format.ts'
import { isUnderWay, stepWords } from '../../../lib/order-words.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { type Fact, Facts, TwoLines } from '../../../ui/display/facts.tsx'
import { Notice, Panel } from '../../../ui/display/panel.tsx'
import { toneColors } from '../../../ui/display/tones.ts'
import { formatNextTry, formatTries, formatWait } from './admin-messages.ts'

const Id = ({ value, what }: { value: string; what: string }) => (
  <Group gap={4} wrap="nowrap" justify="space-between" miw={0}>
    <Text component="code" fz="xs" ff="monospace" truncate>
      {value}
    </Text>
    <Box flex="none" my={-4}>
      <CopyButton value={value} what={what} />
    </Box>
  </Group>
)

function jobFacts(order: AdminOrderDetail): Fact[] {
  const { job, failures } = order
  if (!job && isUnderWay(order)) return [{ label: 'Job', value: 'There is none: a retry makes one' }]
  if (!job) return [{ label: 'Job', value: 'Nothing is left to do' }]
  return [
    { label: 'Tries', value: formatTries(job) },
    { label: 'Next try', value: formatNextTry(job, serverNow()) },
    { label: 'Failures of the step', value: formatNumber(failures) },
  ]
}

/** The orders that came before or after this one in its place, which are of the same campaign. */
function originFacts({ placedWithKey, retryOf, retriedAs, campaignId }: AdminOrderDetail): Fact[] {
  const facts: Fact[] = []
  if (placedWithKey)
    facts.push({
      label: 'Placed with',
      value: <TwoLines first={placedWithKey.name} second={<Id value={placedWithKey.id} what="the id of the key" />} />,
    })
  const linkTo = (id: string, name: string) => <AdminOrderLink order={{ id, campaignId }}>{name}</AdminOrderLink>
  if (retryOf) facts.push({ label: 'In place of', value: linkTo(retryOf, 'The order that failed') })
  if (retriedAs) facts.push({ label: 'Placed again as', value: linkTo(retriedAs, 'The order in its place') })
  return facts
}

const LastError = ({ error }: { error: string }) => (
  <Box mt="md">
    <Text component="h3" m="0 0 6px" fz="sm" lh="20px" fw={400} c="dimmed">
      Last error
    </Text>
    <Box
      component="pre"
      {...toneColors('bad')}
      m={0}
      px={12}
      py={10}
      mah={160}
      bdrs="sm"
      fz="xs"
      lh="18px"
      style={{ overflow: 'auto', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      tabIndex={0} // a long one scrolls, and the keyboard has to reach it
    >
      {error}
    </Box>
  </Box>
)

export function AdminPanel({ order }: { order: AdminOrderDetail }) {
  const { id, campaignId, user, internalStatus, updatedAt, job } = order
  const wait = formatWait(order, serverNow())
  const ids: Fact[] = [{ label: 'Order id', value: <Id value={id} what="the id of the order" /> }]
  if (campaignId) ids.push({ label: 'Campaign id', value: <Id value={campaignId} what="the id of the campaign" /> })
  return (
    <Panel title="Administration">
      {wait && <Notice tone="warn">{wait}</Notice>}
      <Facts
        facts={[
          { label: 'Owner', value: <OwnerCell owner={user} /> },
          {
            label: 'Internal status',
            value: <TwoLines first={stepWords[internalStatus]} second={<code>{internalStatus}</code>} />,
          },
          ...jobFacts(order),
          ...originFacts(order),
          { label: 'Last change', value: formatDayAndTime(updatedAt) },
          ...ids,
        ]}
      />
      {job?.lastError && <LastError error={job.lastError} />}
    </Panel>
  )
}
