import { campaignTypes } from '@dooryard/contract/api/enums'
import { type RecurringOrder, recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Repeat } from 'lucide-react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { emptyValue, formatNumber, pluralize } from '../../lib/format/format.ts'
import { useIsImpersonating } from '../../lib/session/use-is-impersonating.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { ListScreen } from '../../ui/layout/screens.tsx'
import { defineColumns, type OnTableStateChange } from '../../ui/table/columns.ts'
import { describeSource } from './recurring-details-screen.tsx'
import { formatSchedule, getStatusTag, outcomeLabels } from './recurring-labels.ts'

const create = (
  <LinkButton
    to="/portal/recurring-orders"
    search={{ create: true }}
    leftSection={<Plus size={16} aria-hidden="true" />}
  >
    New recurring order
  </LinkButton>
)

const columns = defineColumns<RecurringOrder>([
  {
    id: 'name',
    header: 'Name',
    card: 'title',
    share: 28,
    cell: (recurring) => (
      <TextWithDescription
        first={
          <Link to="/portal/recurring-orders" search={{ open: recurring.id }} data-row-link>
            {recurring.name}
          </Link>
        }
        second={describeSource(recurring)}
      />
    ),
  },
  {
    id: 'schedule',
    header: 'Schedule',
    share: 26,
    card: 'wide',
    cell: ({ schedule, maxLeads, campaignType }) => (
      <TextWithDescription
        first={formatSchedule(schedule)}
        second={`Up to ${pluralize(maxLeads, 'lead')}, ${campaignTypes.label(campaignType)}`}
      />
    ),
  },
  {
    id: 'nextRunAt',
    header: 'Next run',
    cell: ({ nextRunAt, nextOrderAt }) => (
      <TextWithDescription
        first={<Instant at={nextOrderAt ?? nextRunAt} />}
        second={nextOrderAt && 'Monthly limit used up'}
      />
    ),
  },
  {
    id: 'lastRun',
    header: 'Last run',
    cell: ({ lastRun }) =>
      lastRun ? (
        <TextWithDescription
          first={<Tag {...outcomeLabels[lastRun.outcome]} />}
          second={lastRun.ordered > 0 && pluralize(lastRun.ordered, 'lead')}
        />
      ) : (
        emptyValue
      ),
  },
  {
    id: 'credits',
    header: 'Credits this month',
    align: 'right',
    cell: ({ creditsThisMonth, monthlyCredits }) =>
      `${formatNumber(creditsThisMonth)} of ${formatNumber(monthlyCredits)}`,
  },
  { id: 'status', header: 'Status', card: 'corner', cell: (recurring) => <Tag {...getStatusTag(recurring)} /> },
])

type ListProps = { state: { page: number; limit: number }; onState: OnTableStateChange }

/** The user's recurring orders. */
export function RecurringListScreen({ state, onState }: ListProps) {
  const result = useQuery(buildLiveQuery(recurringOrders.list, { query: state }))
  const isImpersonating = useIsImpersonating()
  return (
    <ListScreen
      header={{
        heading: 'Recurring orders',
        title: 'Recurring orders',
        lead: 'New leads of an audience, ordered on a schedule and within a monthly limit.',
        actions: !isImpersonating && result.data?.totalCount !== 0 && create,
      }}
      label="Recurring orders"
      columns={columns}
      result={result}
      state={state}
      onState={onState}
      empty={{
        icon: Repeat,
        title: 'No recurring orders yet',
        text: 'Get new matches every day, week or month, with a limit on leads and credits.',
        action: !isImpersonating && create,
      }}
    />
  )
}
