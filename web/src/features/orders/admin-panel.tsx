import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import { AdminOrderLink } from '../../entities/order/admin-links.tsx'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { serverNow } from '../../lib/clock.ts'
import { formatDayAndTime, formatNumber } from '../../lib/format.ts'
import { isUnderWay, stepWords } from '../../lib/order-words.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { type Fact, Facts, TwoLines } from '../../ui/display/facts.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import classes from './admin-panel.module.css'
import { nextTryOf, triesOf, waitWords } from './admin-words.ts'

function Id({ value, what }: { value: string; what: string }) {
  return (
    <span className={classes.id}>
      <code>{value}</code>
      <CopyButton value={value} what={what} />
    </span>
  )
}

function jobFacts(order: AdminOrderDetail): Fact[] {
  const { job, failures } = order
  if (!job && isUnderWay(order)) return [{ label: 'Job', value: 'There is none: a retry makes one' }]
  if (!job) return [{ label: 'Job', value: 'Nothing is left to do' }]
  return [
    { label: 'Tries', value: triesOf(job) },
    { label: 'Next try', value: nextTryOf(job, serverNow()) },
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
  if (retryOf)
    facts.push({
      label: 'In place of',
      value: <AdminOrderLink order={{ id: retryOf, campaignId }}>The order that failed</AdminOrderLink>,
    })
  if (retriedAs)
    facts.push({
      label: 'Placed again as',
      value: <AdminOrderLink order={{ id: retriedAs, campaignId }}>The order in its place</AdminOrderLink>,
    })
  return facts
}

/** What an administrator sees of an order beyond what its owner does. */
export function AdminPanel({ order }: { order: AdminOrderDetail }) {
  const { id, campaignId, user, internalStatus, updatedAt, job } = order
  const waits = waitWords(order, serverNow())
  const ids: Fact[] = [{ label: 'Order id', value: <Id value={id} what="the id of the order" /> }]
  if (campaignId) ids.push({ label: 'Campaign id', value: <Id value={campaignId} what="the id of the campaign" /> })
  return (
    <Panel title="Administration">
      {waits && <Notice tone="warn">{waits}</Notice>}
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
      {job?.lastError && (
        <div className={classes.error}>
          <h3>Last error</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long one scrolls, and the keyboard has to reach it */}
          <pre tabIndex={0}>{job.lastError}</pre>
        </div>
      )}
    </Panel>
  )
}
