import { creditHistory } from '@dooryard/contract/credit-history'
import { mostHolds } from '@dooryard/contract/limits'
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatNumber, plural } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { actionColumn, FiguresTable } from '../../ui/table/figures-table.tsx'
import { formatHoldMark } from './hold-labels.ts'
import { OrderLink } from './order-link.tsx'

const headers = ['Order', { label: 'Since', holds: 'texts' }, 'Subscription', 'On demand', actionColumn] as const

/** What is held, order by order: held is neither spent nor lost. */
export function HoldsPanel({ onOrder }: { onOrder: (orderId: string) => void }) {
  const { data, error, refetch } = useQuery(queryOf(creditHistory.holds, {}))
  if (error && !data)
    return (
      <Panel title="On hold">
        <LoadFailure what="What is on hold" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!data) return <Skeleton height={120} radius="md" />
  const total = data.reduce((sum, { subscription, onDemand }) => sum + subscription + onDemand, 0)
  const said = data.length < mostHolds ? plural(total, 'credit') : `the oldest ${mostHolds} orders`
  return (
    <Panel
      title="On hold"
      aside={
        <Text span c="dimmed" fz="sm">
          {said}
        </Text>
      }
    >
      {data.length === 0 ? (
        <Text c="dimmed" fz="sm">
          Nothing is on hold. Placing an order holds its price; delivered leads are paid from the hold, and the rest
          comes back.
        </Text>
      ) : (
        <FiguresTable label="Credits on hold, by order" headers={headers}>
          {data.map((hold) => (
            <tr key={hold.orderId}>
              <th scope="row">
                <OrderLink {...hold} otherwise="An order" />
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
                    {formatHoldMark(mark)}
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
                  aria-label={`Entries of ${hold.orderName}`}
                  onClick={() => onOrder(hold.orderId)}
                >
                  Entries
                </Button>
              </td>
            </tr>
          ))}
        </FiguresTable>
      )}
    </Panel>
  )
}
