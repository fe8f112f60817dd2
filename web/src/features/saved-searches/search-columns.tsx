import type { ListedSavedSearch } from '@dooryard/contract/properties/saved-searches'
import { ActionIcon, Checkbox, Flex, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Pencil, Repeat, Star, Trash2 } from 'lucide-react'
import { formatCriteriaSummary } from '../../criteria/describe/format-criteria-summary.ts'
import { formatAlreadyPurchased, getFinderCount } from '../../criteria/saved-searches/saved-search-rules.ts'
import { emptyValue, formatNumber, pluralize } from '../../lib/format/format.ts'
import { useIsImpersonating } from '../../lib/session/use-is-impersonating.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import classes from './saved-searches.module.css'
import { formatNotTracked, formatSearchChanges, formatSinceVisit, toSparklinePath } from './search-labels.ts'

type SearchProps = { search: ListedSavedSearch }

export type SearchActions = {
  onEdit: (search: ListedSavedSearch) => void
  onRemove: (search: ListedSavedSearch) => void
  onDefault: (search: ListedSavedSearch) => void
  onNotify: (search: ListedSavedSearch, emailChanges: boolean) => void
}

/** Opens a search in the lead finder or a new campaign, depending on the user's role. */
function SearchLink({ search: { id, name } }: SearchProps) {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  return (
    <Link to={isConsumer ? '/portal/lead-finder' : '/portal/campaigns/create'} search={{ saved: id }} data-row-link>
      {name}
    </Link>
  )
}

function OrderLink({ search: { id, name } }: SearchProps) {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  return (
    <LinkButton
      variant="subtle"
      size="compact-sm"
      to={isConsumer ? '/portal/orders/create' : '/portal/campaigns/create'}
      search={{ saved: id }}
      aria-label={`${isConsumer ? 'Order' : 'New campaign'} from ${name}`}
    >
      {isConsumer ? 'Order' : 'New campaign'}
    </LinkButton>
  )
}

/** A recurring order is for the user alone to create. */
function RepeatLink({ search: { id, name } }: SearchProps) {
  if (useIsImpersonating()) return null
  return (
    <ActionIcon
      aria-label={`Recurring order from ${name}`}
      data-hint="Make recurring"
      renderRoot={(props) => <Link to="/portal/recurring-orders" search={{ create: true, saved: id }} {...props} />}
    >
      <Repeat size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

const sparklineSize = { width: 64, height: 20 }

/** A sparkline of a search's last counts. */
function CountSparkline({ search: { delivered = 0, history = [] } }: SearchProps) {
  const counts = history.map(({ count }) => count)
  if (counts.length <= 1) return null
  const whose = delivered > 0 ? 'With purchased ones: from' : 'From'
  const ends = `${formatNumber(counts.at(0))} to ${formatNumber(counts.at(-1))}`
  const words = `${whose} ${ends} in ${pluralize(counts.length, 'count')}`
  return (
    <svg
      viewBox={`0 0 ${sparklineSize.width} ${sparklineSize.height}`}
      {...sparklineSize}
      role="img"
      aria-label={words}
      data-hint={words}
    >
      <polyline
        points={toSparklinePath(counts, sparklineSize)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The counts of new and purchased matches, with a sparkline of the last counts. */
function MatchCounts({ search }: SearchProps) {
  const remaining = getFinderCount(search)
  const purchasedText = remaining === null ? undefined : formatAlreadyPurchased(search)
  return (
    <Flex
      component="span"
      display="inline-flex"
      direction={{ base: 'row-reverse', sm: 'row' }}
      align="center"
      gap={12}
      mih={24}
    >
      <CountSparkline search={search} />
      <Text inherit span ta={{ sm: 'right' }} lh={1.25}>
        {remaining === null ? emptyValue : `${formatNumber(remaining)}${purchasedText ? ' new' : ''}`}
        {purchasedText && (
          <Text inherit component="small" display="block" fz={12} c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {purchasedText}
          </Text>
        )}
      </Text>
    </Flex>
  )
}

function ChangeCounts({ search }: SearchProps) {
  const { entered = 0, left: remaining = 0 } = search.changes ?? {}
  if (entered + remaining === 0)
    return (
      <Text inherit span c="dimmed">
        {search.changes ? `None ${formatSinceVisit(search)}` : formatNotTracked(search)}
      </Text>
    )
  return (
    <Link
      from="/portal/settings/saved-searches"
      to="."
      search={(old) => ({ ...old, changes: search.id, change: entered > 0 ? ('ENTERED' as const) : ('LEFT' as const) })}
      resetScroll={false}
      className={classes.changes}
      aria-label={`${formatSearchChanges(search)}: what changed of ${search.name}`}
    >
      {entered > 0 && (
        <Text inherit component="strong" fw={600} c="good">
          +{formatNumber(entered)}
        </Text>
      )}
      {remaining > 0 && (
        <Text inherit component="strong" fw={600} c="bad">
          −{formatNumber(remaining)}
        </Text>
      )}
      <span>{formatSinceVisit(search)}</span>
    </Link>
  )
}

function DefaultStar({ search, onDefault }: SearchProps & Pick<SearchActions, 'onDefault'>) {
  const { name, isDefault } = search
  return (
    <ActionIcon
      aria-label={isDefault ? `${name} is the default` : `Make ${name} the default`}
      aria-pressed={isDefault}
      data-hint={isDefault ? 'The default' : 'Make it the default'}
      // The default needs no action; it stays focusable, so that it can be read.
      onClick={() => !isDefault && onDefault(search)}
      c={isDefault ? 'var(--accent)' : 'dimmed'}
    >
      <Star size={16} fill={isDefault ? 'currentColor' : 'none'} aria-hidden="true" />
    </ActionIcon>
  )
}

export const buildSearchColumns = ({ onEdit, onRemove, onDefault, onNotify }: SearchActions) =>
  defineColumns<ListedSavedSearch>([
    { id: 'name', header: 'Name', card: 'title', share: 22, cell: (search) => <SearchLink search={search} /> },
    {
      id: 'default',
      header: 'Default',
      card: 'corner',
      width: 72,
      cell: (search) => <DefaultStar search={search} onDefault={onDefault} />,
    },
    {
      id: 'asks',
      header: 'Filters',
      card: 'wide',
      share: 26,
      cell: ({ criteriaSummary }) => {
        const words = formatCriteriaSummary(criteriaSummary)
        return <span className={classes.asks}>{words}</span>
      },
    },
    { id: 'count', header: 'Matches', align: 'right', cell: (search) => <MatchCounts search={search} /> },
    { id: 'changes', header: 'Changes', cell: (search) => <ChangeCounts search={search} /> },
    {
      id: 'notify',
      header: 'Notify',
      width: 72,
      cell: (search) => (
        <Checkbox
          aria-label={`Notify me when the matches of ${search.name} change`}
          data-hint="Notify me when its matches change"
          checked={search.emailChanges}
          onChange={({ currentTarget: { checked } }) => onNotify(search, checked)}
        />
      ),
    },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 236,
      cell: (search) => (
        <Group gap={2} wrap="nowrap">
          <OrderLink search={search} />
          <RepeatLink search={search} />
          <ActionIcon aria-label={`Edit ${search.name}`} data-hint="Edit" onClick={() => onEdit(search)}>
            <Pencil size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon aria-label={`Delete ${search.name}`} data-hint="Delete" onClick={() => onRemove(search)}>
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      ),
    },
  ])
