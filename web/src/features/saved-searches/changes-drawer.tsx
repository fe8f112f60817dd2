import { occupancies } from '@dooryard/contract/api/enums'
import { type ChangedMatch, type SavedSearch, savedSearches } from '@dooryard/contract/properties/saved-searches'
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { hashKey, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { OwnerName } from '../../criteria/owners/masked-text.tsx'
import { savedSearchQuery, useVisitSearch } from '../../criteria/saved-searches/saved-searches.data.ts'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { formatCityLine, formatStreetLine } from '../../lib/format/address.ts'
import { formatDay, formatDollars, formatNumber } from '../../lib/format/format.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { EmptyNote, LoadFailure, NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import strip from '../../ui/layout/tabs.module.css'
import { DetailDrawer } from '../../ui/overlay/detail-drawer.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { showErrorToast, showSuccessToast } from '../../ui/toasts/toasts.ts'
import classes from './saved-searches.module.css'

type ChangeType = 'ENTERED' | 'LEFT'

/** A changed property, linked to the lead finder for users who have it. */
function MatchItem({ match: { property, propertyId }, saved }: { match: ChangedMatch; saved: string }) {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  if (!property)
    return (
      <li>
        <TextWithDescription first={`Property ${propertyId}`} second="No longer in county records" />
      </li>
    )
  const street = formatStreetLine(property)
  const link = (
    <Link to="/portal/lead-finder" search={{ saved, property: propertyId }}>
      {street}
    </Link>
  )
  return (
    <li>
      <TextWithDescription first={isConsumer ? link : street} second={formatCityLine(property)} />
      <TextWithDescription first={<OwnerName row={property} />} second={occupancies.label(property.occupancy)} />
      <Text inherit span className="numbers" ta="right">
        {formatDollars(property.estimatedValue)}
      </Text>
    </li>
  )
}

function MatchList({ search, change }: { search: SavedSearch; change: ChangeType }) {
  const { id, changes, visitedAt } = search
  const [slice, setSlice] = useState({ page: 1, limit: 10 })
  const asked = buildLiveQuery(savedSearches.changes, { params: { id }, query: { change, ...slice } })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...asked,
    // The changes since one visit are other ones than those since another.
    queryKeyHashFn: (key) => hashKey([key, changes, visitedAt]),
  })
  if (error && !data) return <LoadFailure what="What changed" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  if (data.totalCount === 0)
    return (
      <EmptyNote>
        {change === 'ENTERED' ? 'No new matches' : 'No removed matches'} since your last visit. New data is compared
        daily.
      </EmptyNote>
    )
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
          <MatchItem key={match.propertyId} match={match} saved={id} />
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

function ChangeSwitcher({ search, change }: { search: SavedSearch; change: ChangeType }) {
  const { entered = 0, left = 0 } = search.changes ?? {}
  const choices = [
    { value: 'ENTERED', words: `New (${formatNumber(entered)})` },
    { value: 'LEFT', words: `Removed (${formatNumber(left)})` },
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
        showSuccessToast(`“${search.name}” marked as viewed`)
        onSeen()
      },
      onError: (error) => showErrorToast(getErrorMessage(error)),
    })
  return (
    <Button variant="default" size="xs" loading={visit.isPending} onClick={mark}>
      Mark as seen
    </Button>
  )
}

function SearchChanges({ id, change, onSeen }: { id: string; change: ChangeType; onSeen: () => void }) {
  const { data, error, refetch } = useQuery(savedSearchQuery(id))
  if (error && !data) return <NotFoundOrError what="This saved search" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={400} />
  return (
    <>
      <Group gap={12} justify="space-between" align="flex-start" mb={16}>
        <div>
          <Title order={2}>{data.name}</Title>
          {data.visitedAt && (
            <Text c="dimmed" mt={2}>
              Since your last visit on {formatDay(data.visitedAt)}
            </Text>
          )}
        </div>
        <SeenButton search={data} onSeen={onSeen} />
      </Group>
      <ChangeSwitcher search={data} change={change} />
      <MatchList key={`${change} ${data.visitedAt}`} search={data} change={change} />
    </>
  )
}

export function ChangesDrawer({
  id,
  change,
  onState,
}: {
  id: string | undefined
  change: ChangeType
  onState: OnTableStateChange
}) {
  const close = () => onState({ changes: undefined, change: undefined })
  return (
    <DetailDrawer what="Changes" id={id} size={600} onClose={close}>
      {(shown) => <SearchChanges key={shown} id={shown} change={change} onSeen={close} />}
    </DetailDrawer>
  )
}
