import { type CampaignResult, type CampaignTotals, campaignResults } from '@dooryard/contract/results/campaign-results'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Plus } from 'lucide-react'
import { useState } from 'react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { emptyValue, formatDay, formatMoney, formatNumber, formatShare, pluralize } from '../../lib/format/format.ts'
import { StatTiles } from '../../ui/display/stats.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'

const formatCents = (cents: number | null) =>
  cents === null ? emptyValue : formatMoney({ amount: cents, currency: 'USD' })
const formatRate = (share: number | null) => (share === null ? emptyValue : formatShare(share))

/** `−100%` for nothing earned, `200%` where revenue is three times the cost. */
const formatReturn = (share: number | null) =>
  share === null ? emptyValue : `${formatNumber(Math.round(share * 100)).replace('-', '−')}%`

const toTiles = (totals: CampaignTotals) => [
  { label: 'Response rate', value: formatRate(totals.responseRate) },
  { label: 'Cost per response', value: formatCents(totals.costPerResponse) },
  { label: 'Cost per appointment', value: formatCents(totals.costPerAppointment) },
  { label: 'Cost per deal', value: formatCents(totals.costPerDeal) },
  { label: 'Revenue', value: formatCents(totals.revenue) },
  { label: 'Total cost', value: formatCents(totals.cost) },
  { label: 'Return on cost', value: formatReturn(totals.returnOnCost) },
  { label: 'Deals', value: formatNumber(totals.deals) },
]

/** How the cost comes about. */
function describeCost({ credits, creditCost, otherCost }: CampaignTotals): string {
  const other = `${formatCents(otherCost)} other cost`
  if (credits === 0) return `Cost: no credits used, ${other}.`
  if (creditCost === null)
    return `Cost: ${pluralize(credits, 'credit')} without a known price, since you bought none, and ${other}.`
  return `Cost: ${formatCents(creditCost)} for ${pluralize(credits, 'credit')}, at the average you paid per credit, and ${other}.`
}

type RowActionsProps = { campaignId: string; result: CampaignResult; onEdit: (result: CampaignResult) => void }

function RowActions({ campaignId, result, onEdit }: RowActionsProps) {
  const remove = useEndpointMutation(campaignResults.remove, { refreshes: [campaignResults.list], awaitsRefresh: true })
  const day = formatDay(result.day)
  const confirm = () =>
    openConfirmDialog({
      title: `Delete the results of ${day}?`,
      children: 'The totals change accordingly. You can enter them again.',
      labels: { confirm: 'Delete results', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        remove.mutate(
          { params: { campaignId, id: result.id } },
          { onSuccess: () => showSuccessToast('Results deleted') },
        ),
    })
  return (
    <Group gap={2} wrap="nowrap">
      <Button variant="subtle" size="compact-sm" aria-label={`Edit results of ${day}`} onClick={() => onEdit(result)}>
        Edit
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        color="red"
        aria-label={`Delete results of ${day}`}
        loading={remove.isPending}
        onClick={confirm}
      >
        Delete
      </Button>
    </Group>
  )
}

const buildColumns = (campaignId: string, onEdit: (result: CampaignResult) => void) =>
  defineColumns<CampaignResult>([
    { id: 'day', header: 'Date', card: 'title', cell: ({ day }) => formatDay(day) },
    { id: 'mailed', header: 'Mailed or called', align: 'right', cell: ({ mailed }) => formatNumber(mailed) },
    { id: 'responses', header: 'Responses', align: 'right', cell: ({ responses }) => formatNumber(responses) },
    { id: 'appointments', header: 'Appts.', align: 'right', cell: ({ appointments }) => formatNumber(appointments) },
    { id: 'deals', header: 'Deals', align: 'right', cell: ({ deals }) => formatNumber(deals) },
    { id: 'revenue', header: 'Revenue', align: 'right', cell: ({ revenue }) => formatCents(revenue) },
    { id: 'otherCost', header: 'Other cost', align: 'right', cell: ({ otherCost }) => formatCents(otherCost) },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 140,
      cell: (result) => <RowActions campaignId={campaignId} result={result} onEdit={onEdit} />,
    },
  ])

/** The results of a campaign: its totals, and the entries behind them. */
export function ResultsSection({ campaignId }: { campaignId: string }) {
  // Not in the address, which has the page of the orders above.
  const [state, setState] = useState({ page: 1, limit: 10 })
  const [edited, setEdited] = useState<CampaignResult | 'new'>('new')
  const [dialog, open] = useDialog(async () => (await import('./result-dialog.tsx')).ResultDialog)
  const result = useQuery(buildLiveQuery(campaignResults.list, { params: { campaignId }, query: state }))
  const edit = (next: CampaignResult | 'new') => {
    setEdited(next)
    open()
  }
  const { data } = result
  const add = (
    <Button variant="default" leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => edit('new')}>
      Add results
    </Button>
  )
  return (
    <Stack component="section" gap={12} mt={32} miw={0} aria-labelledby="campaign-results">
      <Group justify="space-between" gap={8}>
        <Title order={2} id="campaign-results">
          Results
        </Title>
        {data && data.totalCount > 0 && add}
      </Group>
      {data && data.totalCount > 0 && (
        <Box>
          <StatTiles stats={toTiles(data.totals)} cols={{ base: 2, sm: 4 }} />
          <Text c="dimmed" fz="sm" mt={8}>
            {describeCost(data.totals)}
          </Text>
        </Box>
      )}
      <DataTable
        label="Results by date"
        columns={buildColumns(campaignId, edit)}
        result={result}
        state={state}
        onState={({ page = state.page, limit = state.limit }) => setState({ page, limit })}
        empty={{
          icon: ChartNoAxesColumn,
          title: 'No results yet',
          text: 'Enter responses, appointments and deals to see your cost per deal.',
          action: add,
        }}
      />
      {dialog({ campaignId, edited })}
    </Stack>
  )
}
