import type { Subscription } from '@dooryard/contract/subscriptions'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { creditEntryColumns } from '../../entities/credit-entry/credit-entry-columns.tsx'
import { AdminOrderLink } from '../../entities/order/admin-links.tsx'
import { userSubscriptions } from '../../entities/user/user.data.ts'
import { formatDay, formatMoney, formatNumber } from '../../lib/format.ts'
import { subscriptionLabels, subscriptionWords } from '../../lib/subscription-words.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FiguresTable } from '../../ui/table/figures-table.tsx'
import { ListSection } from './list-tabs.tsx'
import { entryPage, type ListState } from './statistics.data.ts'
import classes from './statistics.module.css'

const tones = { ACTIVE: 'good', PAST_DUE: 'warn', INACTIVE: 'plain' } as const

const texts = (label: string) => ({ label, holds: 'texts' }) as const

function Subscriptions({ subscriptions }: { subscriptions: Subscription[] }) {
  if (subscriptions.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        Never subscribed.
      </Text>
    )
  return (
    <FiguresTable
      label="Subscriptions"
      headers={['Plan', texts('State'), 'Price', 'Credits', texts('Since'), texts('Then')]}
    >
      {subscriptions.map((subscription) => {
        const { id, planName, status, price, creditsPerPeriod, createdAt, next } = subscription
        return (
          <tr key={id}>
            <th scope="row">{planName}</th>
            <td data-texts>
              <Tag tone={tones[status]}>{subscriptionLabels[status]}</Tag>
            </td>
            <td>{formatMoney(price)}</td>
            <td>{formatNumber(creditsPerPeriod)}</td>
            <td data-texts>{formatDay(createdAt)}</td>
            <td data-texts>
              {subscriptionWords(subscription)}
              {next && `, then ${next.planName}`}
            </td>
          </tr>
        )
      })}
    </FiguresTable>
  )
}

/** What there is to spend, and what is subscribed to. */
function Holdings({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(userSubscriptions(userId))
  if (error && !data)
    return (
      <Panel title="Subscription">
        <LoadFailure what="The subscription" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!data) return <Skeleton height={150} radius="md" role="status" aria-label="Loading the subscription" />
  const { balance, subscriptions } = data
  return (
    <div className={classes.has}>
      <Panel title="Credits now">
        <Facts
          figures
          facts={[
            { label: 'Subscription', value: formatNumber(balance.subscriptionCredits) },
            { label: 'On demand', value: formatNumber(balance.onDemandCredits) },
            { label: 'Subscription, held', value: formatNumber(balance.subscriptionCreditsHeld) },
          ]}
        />
      </Panel>
      <Panel title="Subscription">
        <Subscriptions subscriptions={subscriptions} />
      </Panel>
    </div>
  )
}

const columns = creditEntryColumns(({ orderId, campaignId, orderName }) =>
  orderId ? <AdminOrderLink order={{ id: orderId, campaignId }}>{orderName}</AdminOrderLink> : orderName,
)

type CreditsProps = { userId: string; state: ListState; onState: OnState }

/** The user's subscription, and every change of their credits. */
export const CreditsTab = ({ userId, state, onState }: CreditsProps) => (
  <Stack gap={24} miw={0}>
    <Holdings userId={userId} />
    <ListSection title="Credit history">
      <DataTable
        label="Entries"
        columns={columns}
        result={useQuery(entryPage(userId, state))}
        state={state}
        onState={onState}
        empty={{ icon: History, title: 'No credits have moved yet' }}
      />
    </ListSection>
  </Stack>
)
