import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { ActionIcon, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { formatCriteriaSummary } from '../../criteria/format-criteria-summary.ts'
import { formatNumber } from '../../lib/format.ts'
import { columnsOf } from '../../ui/table/columns.ts'
import { CountLine } from './count-line.tsx'
import classes from './saved-searches.module.css'
import { OrderLink, SearchLink } from './search-link.tsx'
import { changesInWords, notFollowed, sinceWords } from './search-words.ts'

const column = columnsOf<ListedSavedSearch>()

/** What can be done with a search of the list. */
export type SearchActs = {
  onEdit: (search: ListedSavedSearch) => void
  onRemove: (search: ListedSavedSearch) => void
  onDefault: (search: ListedSavedSearch) => void
  onEmail: (search: ListedSavedSearch, emailChanges: boolean) => void
}

function Asks({ criteriaSummary }: ListedSavedSearch) {
  const words = formatCriteriaSummary(criteriaSummary)
  return (
    <span className={classes.asks} title={words}>
      {words}
    </span>
  )
}

function Changes({ search }: { search: ListedSavedSearch }) {
  const { id, name, changes } = search
  if (!changes) return <span className={classes.quiet}>{notFollowed(search)}</span>
  const { entered, left } = changes
  if (entered + left === 0) return <span className={classes.quiet}>None {sinceWords(search)}</span>
  return (
    <Link
      from="/portal/settings/saved-searches"
      to="."
      search={(old) => ({ ...old, changes: id, change: entered > 0 ? ('ENTERED' as const) : ('LEFT' as const) })}
      resetScroll={false}
      className={classes.changes}
      aria-label={`${changesInWords(search)}: what changed of ${name}`}
    >
      {entered > 0 && <strong data-tone="good">+{formatNumber(entered)}</strong>}
      {left > 0 && <strong data-tone="bad">−{formatNumber(left)}</strong>}
      <span>{sinceWords(search)}</span>
    </Link>
  )
}

function DefaultStar({ search, onDefault }: { search: ListedSavedSearch; onDefault: SearchActs['onDefault'] }) {
  const { name, isDefault } = search
  const words = isDefault ? `${name} is the default` : `Make ${name} the default`
  return (
    <ActionIcon
      aria-label={words}
      aria-pressed={isDefault}
      title={isDefault ? 'The default' : 'Make it the default'}
      // Once it is the default there is nothing to do; it stays in the reach of the keyboard, to be read.
      onClick={() => !isDefault && onDefault(search)}
      className={classes.star}
      data-on={isDefault || undefined}
    >
      <Star size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

/** The columns of the saved searches. */
export const searchColumns = ({ onEdit, onRemove, onDefault, onEmail }: SearchActs) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { card: 'title', share: 22 },
      cell: ({ row: { original } }) => <SearchLink search={original} />,
    }),
    column.display({
      id: 'default',
      header: 'Default',
      meta: { card: 'corner', width: 72 },
      cell: ({ row: { original } }) => <DefaultStar search={original} onDefault={onDefault} />,
    }),
    column.display({
      id: 'asks',
      header: 'Asks for',
      meta: { card: 'wide', share: 26 },
      cell: ({ row: { original } }) => <Asks {...original} />,
    }),
    column.display({
      id: 'count',
      header: 'Matches',
      meta: { align: 'right' },
      cell: ({ row: { original } }) => <CountLine {...original} />,
    }),
    column.display({
      id: 'changes',
      header: 'Changes',
      cell: ({ row: { original } }) => <Changes search={original} />,
    }),
    column.display({
      id: 'email',
      header: 'Email',
      meta: { width: 72 },
      cell: ({ row: { original } }) => (
        <Checkbox
          aria-label={`Email me when the matches of ${original.name} change`}
          title="Email me when its matches change"
          checked={original.emailChanges}
          onChange={({ currentTarget: { checked } }) => onEmail(original, checked)}
        />
      ),
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { card: 'action', width: 200 },
      cell: ({ row: { original } }) => (
        <div className={classes.actions}>
          <OrderLink search={original} />
          <ActionIcon aria-label={`Edit ${original.name}`} title="Edit" onClick={() => onEdit(original)}>
            <Pencil size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon aria-label={`Delete ${original.name}`} title="Delete" onClick={() => onRemove(original)}>
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ),
    }),
  ])
