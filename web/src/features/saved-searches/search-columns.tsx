import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { ActionIcon, Checkbox, Flex, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { formatCriteriaSummary } from '../../criteria/describe/format-criteria-summary.ts'
import { countInFinder, yoursInWords } from '../../criteria/saved-searches/saved-search-rules.ts'
import { formatNumber, plural, unknown } from '../../lib/format.ts'
import { useUser } from '../../lib/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import classes from './saved-searches.module.css'
import { changesInWords, lineThrough, notFollowed, sinceWords } from './search-words.ts'

type SearchProps = { search: ListedSavedSearch }

export type SearchActs = {
  onEdit: (search: ListedSavedSearch) => void
  onRemove: (search: ListedSavedSearch) => void
  onDefault: (search: ListedSavedSearch) => void
  onEmail: (search: ListedSavedSearch, emailChanges: boolean) => void
}

/** Opens a search where its owner searches: the lead finder, or a new campaign. */
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

const line = { width: 64, height: 20 }

/** How all matches of a search went over its last counts. */
function CountLine({ search: { delivered = 0, history = [] } }: SearchProps) {
  const counts = history.map(({ count }) => count)
  if (counts.length <= 1) return null
  const whose = delivered > 0 ? 'With those you have: from' : 'From'
  const ends = `${formatNumber(counts.at(0))} to ${formatNumber(counts.at(-1))}`
  const words = `${whose} ${ends} in ${plural(counts.length, 'count')}`
  return (
    <svg viewBox={`0 0 ${line.width} ${line.height}`} {...line} role="img" aria-label={words}>
      <title>{words}</title>
      <polyline
        points={lineThrough(counts, line)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** How many match that are not yet the user's, how many are, and how all of them went over the last counts. */
function Matches({ search }: SearchProps) {
  const left = countInFinder(search)
  const yours = left === null ? undefined : yoursInWords(search)
  return (
    <Flex
      component="span"
      display="inline-flex"
      direction={{ base: 'row-reverse', sm: 'row' }}
      align="center"
      gap={12}
      mih={24}
    >
      <CountLine search={search} />
      <Text inherit span ta={{ sm: 'right' }} lh={1.25}>
        {left === null ? unknown : formatNumber(left)}
        {yours && (
          <Text inherit component="small" display="block" fz={12} c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {yours}
          </Text>
        )}
      </Text>
    </Flex>
  )
}

function Changes({ search }: SearchProps) {
  const { entered = 0, left = 0 } = search.changes ?? {}
  if (entered + left === 0)
    return (
      <Text inherit span c="dimmed">
        {search.changes ? `None ${sinceWords(search)}` : notFollowed(search)}
      </Text>
    )
  return (
    <Link
      from="/portal/settings/saved-searches"
      to="."
      search={(old) => ({ ...old, changes: search.id, change: entered > 0 ? ('ENTERED' as const) : ('LEFT' as const) })}
      resetScroll={false}
      className={classes.changes}
      aria-label={`${changesInWords(search)}: what changed of ${search.name}`}
    >
      {entered > 0 && (
        <Text inherit component="strong" fw={600} c="good">
          +{formatNumber(entered)}
        </Text>
      )}
      {left > 0 && (
        <Text inherit component="strong" fw={600} c="bad">
          −{formatNumber(left)}
        </Text>
      )}
      <span>{sinceWords(search)}</span>
    </Link>
  )
}

function DefaultStar({ search, onDefault }: SearchProps & Pick<SearchActs, 'onDefault'>) {
  const { name, isDefault } = search
  return (
    <ActionIcon
      aria-label={isDefault ? `${name} is the default` : `Make ${name} the default`}
      aria-pressed={isDefault}
      title={isDefault ? 'The default' : 'Make it the default'}
      // Once it is the default there is nothing to do; it stays in the reach of the keyboard, to be read.
      onClick={() => !isDefault && onDefault(search)}
      c={isDefault ? 'var(--accent)' : 'dimmed'}
    >
      <Star size={16} fill={isDefault ? 'currentColor' : 'none'} aria-hidden="true" />
    </ActionIcon>
  )
}

export const searchColumns = ({ onEdit, onRemove, onDefault, onEmail }: SearchActs) =>
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
      header: 'Asks for',
      card: 'wide',
      share: 26,
      cell: ({ criteriaSummary }) => {
        const words = formatCriteriaSummary(criteriaSummary)
        return <span className={classes.asks}>{words}</span>
      },
    },
    { id: 'count', header: 'Matches', align: 'right', cell: (search) => <Matches search={search} /> },
    { id: 'changes', header: 'Changes', cell: (search) => <Changes search={search} /> },
    {
      id: 'email',
      header: 'Email',
      width: 72,
      cell: (search) => (
        <Checkbox
          aria-label={`Email me when the matches of ${search.name} change`}
          title="Email me when its matches change"
          checked={search.emailChanges}
          onChange={({ currentTarget: { checked } }) => onEmail(search, checked)}
        />
      ),
    },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 200,
      cell: (search) => (
        <Group gap={2} wrap="nowrap">
          <OrderLink search={search} />
          <ActionIcon aria-label={`Edit ${search.name}`} title="Edit" onClick={() => onEdit(search)}>
            <Pencil size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon aria-label={`Delete ${search.name}`} title="Delete" onClick={() => onRemove(search)}>
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      ),
    },
  ])
