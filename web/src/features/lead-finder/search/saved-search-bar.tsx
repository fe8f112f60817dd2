import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { savedSearch, useVisitSearch } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { isMissing } from '../../../lib/errors.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'

/**
 * Notes the visit of a search that is opened with nothing changed; what has changed stays until it is marked as seen.
 * Undefined while that is being asked: what is remembered of it may be older than the changes.
 */
function useVisit(id: string, hasNews: boolean | undefined) {
  const isDecided = useRef(false)
  const { mutate } = useVisitSearch()
  const decide = useEffectEvent(() => {
    if (isDecided.current) return
    isDecided.current = true
    if (!hasNews) mutate(id)
  })
  const isKnown = hasNews !== undefined
  useEffect(() => {
    if (isKnown) decide()
  }, [isKnown])
}

export function SavedSearchBar({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching } = useQuery({ ...savedSearch(id), staleTime: 60_000 })
  const { entered = 0, left = 0 } = data?.changes ?? {}
  const hasNews = data && entered + left > 0
  useVisit(id, isFetching ? undefined : hasNews)
  const { mutate: markSeen, isPending } = useVisitSearch()
  if (isMissing(error)) return null
  return (
    <Group component="p" gap="2px 10px" m={0} fz={13} lh="24px" c="dimmed">
      <Bookmark size={14} aria-hidden="true" />
      <Text
        component="strong"
        inherit
        maw="100%"
        c="var(--mantine-color-text)"
        fw={550}
        style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {data?.name ?? 'Saved search'}
      </Text>
      {hasNews && (
        <>
          <span>
            {formatNumber(entered)} entered, {formatNumber(left)} left
            {data.visitedAt && ` since ${formatDay(data.visitedAt)}`}
          </span>
          <Anchor
            inherit
            renderRoot={(props) => <Link to="/portal/settings/saved-searches" search={{ changes: id }} {...props} />}
          >
            See them
          </Anchor>
          <Anchor component="button" type="button" inherit disabled={isPending} onClick={() => markSeen(id)}>
            Mark as seen
          </Anchor>
        </>
      )}
      <ActionIcon size={24} variant="transparent" c="dimmed" aria-label="Leave this saved search" onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}
