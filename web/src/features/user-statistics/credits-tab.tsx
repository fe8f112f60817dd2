import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { creditEntryColumns } from '../../entities/credit-entry/credit-entry-columns.tsx'
import { AdminOrderLink } from '../../entities/order/admin-links.tsx'
import { userSubscriptionsQuery } from '../../entities/user/user.data.ts'
import { formatDay, formatMoney, formatNumber } from '../../lib/format/format.ts'
import { formatSubscription, subscriptionLabels } from '../../lib/labels/subscription-labels.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import { ListSection } from './list-tabs.tsx'
import { entryPage, type ListState } from './statistics.data.ts'
import classes from './statistics.module.css'

const toneByStatus = { ACTIVE: 'good', PAST_DUE: 'warn', INACTIVE: 'plain' } as const

const textHeader = (label: string) => ({ label, holds: 'texts' }) as const

function Subscriptions({ subscriptions }: { subscriptions: Subscription[] }) {
  if (subscriptions.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        No subscriptions
      </Text>
    )
  return (
    <StatsTable
      label="Subscriptions"
      headers={['Plan', textHeader('State'), 'Price', 'Credits', textHeader('Since'), textHeader('Then')]}
    >
      {subscriptions.map((subscription) => {
        const { id, planName, status, price, creditsPerPeriod, createdAt, next } = subscription
        return (
          <tr key={id}>
            <th scope="row">{planName}</th>
            <td data-texts>
              <Tag tone={toneByStatus[status]}>{subscriptionLabels[status]}</Tag>
            </td>
            <td>{formatMoney(price)}</td>
            <td>{formatNumber(creditsPerPeriod)}</td>
            <td data-texts>{formatDay(createdAt)}</td>
            <td data-texts>
              {formatSubscription(subscription)}
              {next && `, then ${next.planName}`}
            </td>
          </tr>
        )
      })}
    </StatsTable>
  )
}

/** The balance and the subscription. */
function SubscriptionsPanel({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(userSubscriptionsQuery(userId))
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
        <DescriptionList
          isNumeric
          items={[
            { label: 'Plan credits', value: formatNumber(balance.subscriptionCredits) },
            { label: 'Pay-as-you-go credits', value: formatNumber(balance.onDemandCredits) },
            { label: 'On hold', value: formatNumber(balance.subscriptionCreditsHeld) },
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

type CreditsProps = { userId: string; state: ListState; onState: OnTableStateChange }

/** The user's subscription and all credit transactions. */
export const CreditsTab = ({ userId, state, onState }: CreditsProps) => (
  <Stack gap={24} miw={0}>
    <SubscriptionsPanel userId={userId} />
    <ListSection title="Credit history">
      <DataTable
        label="Entries"
        columns={columns}
        result={useQuery(entryPage(userId, state))}
        state={state}
        onState={onState}
        empty={{ icon: History, title: 'No transactions yet' }}
      />
    </ListSection>
  </Stack>
)
