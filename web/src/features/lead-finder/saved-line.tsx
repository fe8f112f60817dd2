import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { savedSearch, useVisitSearch } from '../../criteria/saved-searches.data.ts'
import { isMissing } from '../../lib/errors.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import classes from './finder-head.module.css'

type SavedLineProps = { id: string; onClose: () => void }

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

/** Which saved search this is, and what has changed in it. */
export function SavedLine({ id, onClose }: SavedLineProps) {
  const { data, error, isFetching } = useQuery({ ...savedSearch(id), staleTime: 60_000 })
  const { entered = 0, left = 0 } = data?.changes ?? {}
  const hasNews = data && entered + left > 0
  useVisit(id, isFetching ? undefined : hasNews)
  const { mutate: markSeen, isPending } = useVisitSearch()
  if (isMissing(error)) return null
  return (
    <p className={classes.saved}>
      <Bookmark size={14} aria-hidden="true" />
      <strong>{data?.name ?? 'Saved search'}</strong>
      {hasNews && (
        <>
          <span>
            {formatNumber(entered)} entered, {formatNumber(left)} left
            {data.visitedAt && ` since ${formatDay(data.visitedAt)}`}
          </span>
          <Link to="/portal/settings/saved-searches" search={{ changes: id }}>
            See them
          </Link>
          <button type="button" disabled={isPending} onClick={() => markSeen(id)}>
            Mark as seen
          </button>
        </>
      )}
      <button type="button" className={classes.savedClose} aria-label="Leave this saved search" onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </button>
    </p>
  )
}
