import { maxListedHolds } from '@dooryard/contract/api/limits'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../lib/api/query.ts'
import { formatDay, formatNumber, pluralize } from '../../lib/format/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { actionColumn, StatsTable } from '../../ui/table/stats-table.tsx'
import { formatPendingAdjustment } from './hold-labels.ts'
import { OrderLink } from './order-link.tsx'

const headers = ['Order', { label: 'Since', holds: 'texts' }, 'Plan', 'Pay-as-you-go', actionColumn] as const

/** The credits on hold by order: neither spent nor lost. */
export function HoldsPanel({ onOrder }: { onOrder: (orderId: string) => void }) {
  const { data, error, refetch } = useQuery(buildQuery(creditHistory.holds, {}))
  if (error && !data)
    return (
      <Panel title="On hold">
        <LoadFailure what="Credits on hold" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!data) return <Skeleton height={120} radius="md" />
  const total = data.reduce((sum, { subscription, onDemand }) => sum + subscription + onDemand, 0)
  const summary = data.length < maxListedHolds ? pluralize(total, 'credit') : `the oldest ${maxListedHolds} orders`
  return (
    <Panel
      title="On hold"
      aside={
        <Text span c="dimmed" fz="sm">
          {summary}
        </Text>
      }
    >
      {data.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No credits on hold. An order holds its maximum price until it is delivered; what it doesn’t use is released.
        </Text>
      ) : (
        <StatsTable label="Credits on hold, by order" headers={headers}>
          {data.map((hold) => (
            <tr key={hold.orderId}>
              <th scope="row">
                <OrderLink {...hold} otherwise="Order" />
                {hold.marks.map((mark) => (
                  <Text
                    key={`${mark.createdAt} ${mark.bucket}`}
                    span
                    display="block"
                    maw={340}
                    c="dimmed"
                    fz="xs"
                    lh="16px"
                    style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
                  >
                    {formatPendingAdjustment(mark)}
                  </Text>
                ))}
              </th>
              <td data-texts>{formatDay(hold.createdAt)}</td>
              <td>{formatNumber(hold.subscription)}</td>
              <td>{formatNumber(hold.onDemand)}</td>
              <td>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Transactions of ${hold.orderName}`}
                  onClick={() => onOrder(hold.orderId)}
                >
                  Details
                </Button>
              </td>
            </tr>
          ))}
        </StatsTable>
      )}
    </Panel>
  )
}
