import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { savedSearchQuery, useVisitSearch } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { isNotFoundError } from '../../../lib/api/errors.ts'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'

/**
 * Records a visit when a search without changes is opened; changes stay until they are marked as seen. `hasChanges` is
 * undefined while loading, because a cached value may be older than the changes.
 */
function useRecordVisit(id: string, hasChanges: boolean | undefined) {
  const isDecided = useRef(false)
  const { mutate } = useVisitSearch()
  const recordVisit = useEffectEvent(() => {
    if (isDecided.current) return
    isDecided.current = true
    if (!hasChanges) mutate(id)
  })
  const isLoaded = hasChanges !== undefined
  useEffect(() => {
    if (isLoaded) recordVisit()
  }, [isLoaded])
}

export function SavedSearchBar({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching } = useQuery(savedSearchQuery(id))
  const { entered = 0, left = 0 } = data?.changes ?? {}
  const hasChanges = data && entered + left > 0
  useRecordVisit(id, isFetching ? undefined : hasChanges)
  const { mutate: markSeen, isPending } = useVisitSearch()
  // A recurring order is for the user alone to create.
  const isImpersonating = useIsImpersonating()
  if (isNotFoundError(error)) return null
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
      {hasChanges && (
        <>
          <span>
            {formatNumber(entered)} new, {formatNumber(left)} removed
            {data.visitedAt && ` since ${formatDay(data.visitedAt)}`}
          </span>
          <Anchor
            inherit
            renderRoot={(props) => <Link to="/portal/settings/saved-searches" search={{ changes: id }} {...props} />}
          >
            View changes
          </Anchor>
          <Anchor component="button" type="button" inherit disabled={isPending} onClick={() => markSeen(id)}>
            Mark as seen
          </Anchor>
        </>
      )}
      {!isImpersonating && (
        <Anchor
          inherit
          renderRoot={(props) => <Link to="/portal/recurring-orders" search={{ create: true, saved: id }} {...props} />}
        >
          Make recurring
        </Anchor>
      )}
      <ActionIcon size={24} variant="transparent" c="dimmed" aria-label="Close saved search" onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}
