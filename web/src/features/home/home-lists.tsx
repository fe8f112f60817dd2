import '@mantine/core/styles/ThemeIcon.layer.css'
import type { PageResult } from '@dooryard/contract/api/paging'
import type { ListedSavedSearch } from '@dooryard/contract/properties/saved-searches'
import { SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Bookmark, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMatchCount } from '../../criteria/saved-searches/saved-search-rules.ts'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure, StateView } from '../../ui/feedback/state-view.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import classes from './home.module.css'
import { HomeLine, ListSkeleton, MoreLink } from './home-lines.tsx'
import { changedSearches } from './own-lists.data.ts'

export type Shortcut = { to: LinkProps['to']; icon: LucideIcon; title: string; text: string }

/** Links to the most used screens. */
export const Shortcuts = ({ shortcuts }: { shortcuts: readonly Shortcut[] }) => (
  <SimpleGrid component="nav" aria-label="Shortcuts" cols={{ base: 1, sm: 3 }} spacing={{ base: 8, sm: 12 }}>
    {shortcuts.map(({ to, icon: Icon, title, text }) => (
      <Link key={title} to={to} className={classes.shortcut}>
        <ThemeIcon variant="light" size={36}>
          <Icon size={18} aria-hidden="true" />
        </ThemeIcon>
        <Stack component="span" gap={0} miw={0} lh="20px">
          <Text component="strong" inherit fw={550}>
            {title}
          </Text>
          <Text span c="dimmed" fz="sm" lh="20px">
            {text}
          </Text>
        </Stack>
      </Link>
    ))}
  </SimpleGrid>
)

type NewestListProps<Item> = {
  label: string
  result: UseQueryResult<PageResult<Item>>
  empty: ReactNode
  row: (item: Item) => ReactNode
}

/** The first items of a list, or an empty state. */
export function NewestList<Item>({ label, result, empty, row }: NewestListProps<Item>) {
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what={label} error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton label={label} />
  return data.items.length === 0 ? empty : <PlainList>{data.items.map(row)}</PlainList>
}

/** The number of new and removed matches; a sentence for screen readers. */
const MatchChanges = ({ entered, left }: { entered: number; left: number }) => (
  <>
    <span className="visually-hidden">{`${formatNumber(entered)} entered, ${formatNumber(left)} left`}</span>
    <span aria-hidden="true">
      {entered > 0 && <Text inherit span fw={600} c="good">{`+${formatNumber(entered)}`}</Text>}
      {left > 0 && <Text inherit span fw={600} ml={entered > 0 ? 8 : 0} c="bad">{`−${formatNumber(left)}`}</Text>}
      {entered + left === 0 && 'No change'}
    </span>
  </>
)

function SavedSearchChangeLine({ search }: { search: ListedSavedSearch }) {
  const { id, name, visitedAt, changes } = search
  const { entered = 0, left = 0 } = changes ?? {}
  return (
    <HomeLine
      title={
        <Link
          to="/portal/settings/saved-searches"
          search={entered + left > 0 ? { changes: id, change: entered > 0 ? 'ENTERED' : 'LEFT' } : { search: name }}
        >
          {name}
        </Link>
      }
      text={`${formatMatchCount(search) ?? 'Not counted'}${visitedAt ? ` · since ${formatDay(visitedAt)}` : ''}`}
    >
      <span className={classes.value}>
        {changes ? (
          <MatchChanges entered={entered} left={left} />
        ) : (
          <span className="visually-hidden">Not followed</span>
        )}
      </span>
    </HomeLine>
  )
}

/** The saved searches with the most changes since they were last opened. */
export const SavedSearchChangesPanel = ({ emptyText, emptyAction }: { emptyText: string; emptyAction: ReactNode }) => (
  <Panel
    title="Saved search updates"
    aside={<MoreLink to="/portal/settings/saved-searches">All saved searches</MoreLink>}
    flush
  >
    <NewestList
      label="Saved searches"
      result={useQuery(changedSearches())}
      row={(search) => <SavedSearchChangeLine key={search.id} search={search} />}
      empty={<StateView icon={Bookmark} title="No saved searches yet" text={emptyText} action={emptyAction} />}
    />
  </Panel>
)
