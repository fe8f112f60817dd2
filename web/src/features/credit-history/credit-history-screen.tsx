import { bucketLabels, entryTypes } from '@dooryard/contract/billing/credit-history'
import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, History } from 'lucide-react'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { useBalanceChange } from '../../lib/session/current-user.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { SettingsFrame } from '../../ui/layout/frames/settings-frame.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { activityColumns } from './activity-columns.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { activityPage, balanceHistory, type HistoryState, historyEndpoints, useExport } from './credit-history.data.ts'
import { HoldsPanel } from './holds-panel.tsx'

const filterChoices = [
  { key: 'type', label: 'Transaction', any: 'All', labels: entryTypes },
  { key: 'bucket', label: 'Credit type', any: 'All', labels: bucketLabels },
]

const noFilters = { type: undefined, bucket: undefined, from: undefined, to: undefined, orderId: undefined }

const emptyState = {
  icon: History,
  title: 'No transactions yet',
  text: 'Purchases, plan credits and orders appear here.',
  action: (
    <LinkButton to="/portal/settings/pay-as-you-go" variant="default">
      Buy credits
    </LinkButton>
  ),
}

/** The current balance: spendable credits by kind, and credits on hold. */
function BalanceTiles() {
  const { data } = useQuery(currentUserQuery())
  // The last day is the current balance, and is complete for any number of orders.
  const { data: days } = useQuery(balanceHistory(30))
  if (!data) return <Skeleton height={76} radius="md" />
  const { subscriptionCredits, onDemandCredits, subscriptionCreditsHeld } = data.balance
  const held = days?.at(-1)?.held ?? subscriptionCreditsHeld
  const tiles = [
    { label: 'Available', amount: subscriptionCredits + onDemandCredits, hint: 'total' },
    { label: 'Plan', amount: subscriptionCredits, hint: 'used first' },
    { label: 'Pay-as-you-go', amount: onDemandCredits, hint: 'never expire' },
    { label: 'On hold', amount: held, hint: 'orders in progress' },
  ]
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing={12} m={0}>
      {tiles.map(({ label, amount, hint }) => (
        <Paper key={label} withBorder px={16} py={14}>
          <Text component="dt" c="dimmed" fz="sm" lh="20px">
            {label}
          </Text>
          <Group component="dd" align="baseline" gap="0 8px" m={0}>
            <Text component="strong" fz={22} lh="28px" fw={600} lts="-0.02em" className="numbers">
              {formatNumber(amount)}
            </Text>
            <Text span c="dimmed" fz="xs">
              {hint}
            </Text>
          </Group>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

/** Credit transactions, the credits on hold per order, and the balance history. */
export function CreditHistoryScreen({ state, onState }: { state: HistoryState; onState: OnTableStateChange }) {
  const { page, limit, days, ...filters } = state
  const result = useQuery(activityPage({ page, limit, ...filters }))
  const save = useExport()
  useBalanceChange(useInvalidate(historyEndpoints))
  const clear = () => onState({ ...noFilters, page: 1 })
  const isFiltered = Object.values(filters).some(Boolean)
  const isUntouched = !isFiltered && result.data?.totalCount === 0
  return (
    <SettingsFrame title="Credit history" wide>
      <BalanceTiles />
      <BalancePanel
        days={days}
        onDays={(next) => onState({ days: next })}
        onRange={(from, to) => onState({ from, to, page: 1 })}
      />
      <HoldsPanel onOrder={(orderId) => onState({ ...noFilters, orderId, page: 1 })} />
      <Stack gap={16} miw={0}>
        <Group justify="space-between" wrap="nowrap" gap={12}>
          <Title order={2}>Transactions</Title>
          <Button
            variant="default"
            size="xs"
            leftSection={<Download size={14} aria-hidden="true" />}
            disabled={!result.data?.totalCount}
            loading={save.isPending}
            onClick={() => save.mutate(filters)}
          >
            Download CSV
          </Button>
        </Group>
        {!isUntouched && (
          <FilterBar
            label="Filter transactions"
            choices={filterChoices}
            filters={filters}
            clearLabel={filters.orderId ? 'Clear filters (one order)' : 'Clear filters'}
            onState={onState}
            onClear={clear}
          />
        )}
        <DataTable
          label="Transactions"
          columns={activityColumns}
          result={result}
          state={{ page, limit }}
          onState={onState}
          empty={emptyState}
          onClear={isFiltered ? clear : undefined}
        />
      </Stack>
    </SettingsFrame>
  )
}
