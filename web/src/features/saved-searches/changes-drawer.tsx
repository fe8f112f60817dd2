import { type ChangedMatch, type SavedSearch, savedSearches } from '@dooryard/contract/saved-searches'
import { occupancies } from '@dooryard/contract/vocabularies'
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { hashKey, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { savedSearch, useVisitSearch } from '../../criteria/saved-searches/saved-searches.data.ts'
import { streetLine, townLine } from '../../lib/address.ts'
import { sentenceFor } from '../../lib/errors.ts'
import { formatDay, formatDollars, formatNumber, readable } from '../../lib/format.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { useUser } from '../../lib/use-user.ts'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { EmptyNote, LoadFailure, MissingOrFailed } from '../../ui/display/state-view.tsx'
import strip from '../../ui/layout/tabs.module.css'
import type { OnState } from '../../ui/table/columns.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { toastDone, toastFailure } from '../../ui/toasts/toasts.ts'
import classes from './saved-searches.module.css'

type Change = 'ENTERED' | 'LEFT'

/** A property of a search: to be opened in the lead finder by whoever has one. */
function Match({ match: { property, propertyId }, saved }: { match: ChangedMatch; saved: string }) {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  if (!property)
    return (
      <li>
        <TwoLines first={`Property ${propertyId}`} second="No county record has it any more" />
      </li>
    )
  const street = streetLine(property)
  const link = (
    <Link to="/portal/lead-finder" search={{ saved, property: propertyId }}>
      {street}
    </Link>
  )
  return (
    <li>
      <TwoLines first={isConsumer ? link : street} second={townLine(property)} />
      <TwoLines first={readable(property.ownerName)} second={occupancies.label(property.occupancy)} />
      <Text inherit span className="numbers" ta="right">
        {formatDollars(property.estimatedValue)}
      </Text>
    </li>
  )
}

function Matches({ search, change }: { search: SavedSearch; change: Change }) {
  const { id, changes, visitedAt } = search
  const [slice, setSlice] = useState({ page: 1, limit: 10 })
  const asked = liveQueryOf(savedSearches.changes, { params: { id }, query: { change, ...slice } })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...asked,
    // Rows with owners are kept for long: what has changed since is another question.
    queryKeyHashFn: (key) => hashKey([key, changes, visitedAt]),
  })
  if (error && !data) return <LoadFailure what="What changed" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  if (data.totalCount === 0)
    return <EmptyNote>{change === 'ENTERED' ? 'None has entered.' : 'None has left.'}</EmptyNote>
  return (
    <>
      <Paper
        component="ul"
        withBorder
        m="0 0 12px"
        p={0}
        className={classes.matches}
        data-stale={isPlaceholderData || undefined}
        aria-label="Properties"
      >
        {data.items.map((match) => (
          <Match key={match.propertyId} match={match} saved={id} />
        ))}
      </Paper>
      {data.totalPages > 1 && (
        <Pagination
          label="Properties"
          {...slice}
          total={data.totalCount}
          last={data.totalPages}
          onChange={(next) => setSlice({ ...slice, ...next })}
        />
      )}
    </>
  )
}

function Choice({ search, change }: { search: SavedSearch; change: Change }) {
  const { entered = 0, left = 0 } = search.changes ?? {}
  const choices = [
    { value: 'ENTERED', words: `Entered (${formatNumber(entered)})` },
    { value: 'LEFT', words: `Left (${formatNumber(left)})` },
  ] as const
  return (
    <nav className={strip.tabs} aria-label="Changes">
      {choices.map(({ value, words }) => (
        <Link
          key={value}
          from="/portal/settings/saved-searches"
          to="."
          search={(old) => ({ ...old, change: value })}
          replace
          resetScroll={false}
          className={strip.tab}
          activeProps={{ 'aria-current': undefined }}
          aria-current={value === change ? 'page' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}

function SeenButton({ search, onSeen }: { search: SavedSearch; onSeen: () => void }) {
  const visit = useVisitSearch()
  const mark = () =>
    visit.mutate(search.id, {
      onSuccess: () => {
        toastDone(`Changes of “${search.name}” are told from now on`)
        onSeen()
      },
      onError: (error) => toastFailure(sentenceFor(error)),
    })
  return (
    <Button variant="default" size="xs" loading={visit.isPending} onClick={mark}>
      Mark as seen
    </Button>
  )
}

function Detail({ id, change, onSeen }: { id: string; change: Change; onSeen: () => void }) {
  const { data, error, refetch } = useQuery(savedSearch(id))
  if (error && !data) return <MissingOrFailed what="This saved search" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={400} />
  return (
    <>
      <Group gap={12} justify="space-between" align="flex-start" mb={16}>
        <div>
          <Title order={2}>{data.name}</Title>
          {data.visitedAt && (
            <Text c="dimmed" mt={2}>
              Since you looked at it on {formatDay(data.visitedAt)}
            </Text>
          )}
        </div>
        <SeenButton search={data} onSeen={onSeen} />
      </Group>
      <Choice search={data} change={change} />
      <Matches key={`${change} ${data.visitedAt}`} search={data} change={change} />
    </>
  )
}

export function ChangesDrawer({ id, change, onState }: { id: string | undefined; change: Change; onState: OnState }) {
  const close = () => onState({ changes: undefined, change: undefined })
  return (
    <DetailDrawer what="Changes" id={id} size={600} onClose={close}>
      {(shown) => <Detail key={shown} id={shown} change={change} onSeen={close} />}
    </DetailDrawer>
  )
}
