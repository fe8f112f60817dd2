import { campaignTypes } from '@dooryard/contract/api/enums'
import { type RecurringOrder, recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import type { RecurringRun } from '@dooryard/contract/recurring/recurring-run'
import { Box, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { formatCriteriaSummary } from '../../criteria/describe/format-criteria-summary.ts'
import { OrderCampaignLink, OrderLink } from '../../entities/order/order-link.tsx'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { emptyValue, formatDay, formatNumber, pluralize } from '../../lib/format/format.ts'
import { StatusBadge, Tag } from '../../ui/display/badges.tsx'
import { DescriptionList, TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DetailsScreen } from '../../ui/layout/screens.tsx'
import { defineColumns, type OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { backLink, recurringTrail } from './create-recurring-screen.tsx'
import { RecurringActions } from './recurring-actions.tsx'
import { formatSchedule, getStatusTag, outcomeLabels, pauseLabels } from './recurring-labels.ts'

const RunOrder = ({ run: { order, dueAt } }: { run: RecurringRun }) =>
  order ? (
    <TextWithDescription
      first={<OrderLink scope="own" order={{ ...order, orderName: `Order of ${formatDay(dueAt)}` }} />}
      second={order.status === 'COMPLETED' && `${pluralize(order.deliveredQuantity, 'lead')} delivered`}
    />
  ) : (
    emptyValue
  )

const runColumns = defineColumns<RecurringRun>([
  {
    id: 'dueAt',
    header: 'Run',
    card: 'title',
    cell: ({ dueAt, isManual }) => (
      <TextWithDescription first={<Instant at={dueAt} />} second={isManual && 'Started by you'} />
    ),
  },
  {
    id: 'outcome',
    header: 'Result',
    card: 'wide',
    share: 34,
    cell: ({ outcome, detail }) => <TextWithDescription first={<Tag {...outcomeLabels[outcome]} />} second={detail} />,
  },
  { id: 'matched', header: 'Matched', align: 'right', cell: ({ matched }) => formatNumber(matched) },
  { id: 'newLeads', header: 'New', align: 'right', cell: ({ newLeads }) => formatNumber(newLeads) },
  { id: 'ordered', header: 'Ordered', align: 'right', cell: ({ ordered }) => formatNumber(ordered) },
  { id: 'credits', header: 'Credits', align: 'right', cell: ({ credits }) => formatNumber(credits) },
  { id: 'order', header: 'Order', share: 24, cell: (run) => <RunOrder run={run} /> },
  {
    id: 'status',
    header: 'Status',
    card: 'corner',
    cell: ({ order }) => (order ? <StatusBadge status={order.status} /> : emptyValue),
  },
])

/** Earlier runs are due too, and order nothing. */
const NextRun = ({ nextRunAt, nextOrderAt }: RecurringOrder) =>
  nextOrderAt ? (
    <TextWithDescription
      first={
        <>
          <Instant at={nextOrderAt} />, when the monthly limit starts again
        </>
      }
      second="This month’s credits are used up. Runs until then order nothing."
    />
  ) : (
    <Instant at={nextRunAt} />
  )

const toFacts = (recurring: RecurringOrder) => [
  { label: 'Schedule', value: formatSchedule(recurring.schedule) },
  { label: 'Next run', value: <NextRun {...recurring} /> },
  {
    label: 'Credits this month',
    value: `${formatNumber(recurring.creditsThisMonth)} of ${formatNumber(recurring.monthlyCredits)}`,
  },
  { label: 'Max leads per run', value: formatNumber(recurring.maxLeads) },
  { label: 'Campaign type', value: campaignTypes.label(recurring.campaignType) },
  ...(recurring.campaignId ? [{ label: 'Campaign', value: <OrderCampaignLink order={recurring} scope="own" /> }] : []),
  { label: 'Leads', value: describeSource(recurring) },
]

export function describeSource({ savedSearch, criteriaSummary }: RecurringOrder): string {
  if (savedSearch) return `Follows ${savedSearch.name}${savedSearch.isDeleted ? ' (deleted)' : ''}`
  return criteriaSummary ? formatCriteriaSummary(criteriaSummary) : ''
}

const refetchMs = 2_000

/** Whether the run, or its order, has not ended yet. */
const isInProgress = (run: RecurringRun | undefined): boolean =>
  run?.outcome === 'PENDING' || run?.order?.status === 'PENDING' || run?.order?.status === 'PROCESSING'

type DetailsProps = { id: string; state: { page: number; limit: number }; onState: OnTableStateChange }

export function RecurringDetailsScreen({ id, state, onState }: DetailsProps) {
  const params = { id }
  const result = useQuery({
    ...buildLiveQuery(recurringOrders.get, { params }),
    refetchInterval: ({ state: { data } }) => (isInProgress(data?.lastRun) ? refetchMs : false),
  })
  const runs = useQuery({
    ...buildLiveQuery(recurringOrders.runs, { params, query: state }),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isInProgress) ? refetchMs : false),
  })
  return (
    <DetailsScreen what="Recurring order" result={result} trail={recurringTrail} backLink={backLink}>
      {(recurring) => (
        <>
          <PageHeader
            heading={recurring.name}
            title={recurring.name}
            badge={<Tag {...getStatusTag(recurring)} />}
            trail={recurringTrail}
            actions={<RecurringActions recurring={recurring} />}
          />
          <Stack gap={16}>
            {recurring.pauseReason && (
              <Notice tone={recurring.pauseReason === 'USER' ? 'info' : 'warn'}>
                {pauseLabels[recurring.pauseReason]}
              </Notice>
            )}
            <Panel title="Details">
              <DescriptionList items={toFacts(recurring)} />
            </Panel>
            <Box component="section" miw={0} aria-labelledby="run-log">
              <Title order={2} id="run-log" mb="sm">
                Run log
              </Title>
              <DataTable
                label="Runs"
                columns={runColumns}
                result={runs}
                state={state}
                onState={onState}
                empty={{ icon: History, title: 'No runs yet', text: 'The first run appears here once it is due.' }}
              />
            </Box>
          </Stack>
        </>
      )}
    </DetailsScreen>
  )
}
