import { formatNumber } from '../lib/format.ts'
import type { useCount } from './criteria.data.ts'
import classes from './criteria.module.css'

/** The number of matches, dimmed while it is counted again, and announced when it has changed. */
export function LiveCount({ count }: { count: ReturnType<typeof useCount> }) {
  const { data, isPlaceholderData: isStale, isError } = count
  if (isError && !data) return <span className={classes.count}>Not counted</span>
  const words = data?.count === 1 ? 'property matches' : 'properties match'
  return (
    <span className={classes.count} data-stale={isStale || undefined} aria-live="polite" aria-atomic="true">
      {data ? (
        <>
          <span>
            <strong>{formatNumber(data.count)}</strong> {words}
          </span>
          {data.alreadyDelivered > 0 && (
            <span className={classes.yours}>
              {' '}
              · {formatNumber(data.alreadyDelivered)} more {data.alreadyDelivered === 1 ? 'is' : 'are'} yours already
            </span>
          )}
        </>
      ) : (
        <span className={classes.counting}>Counting…</span>
      )}
    </span>
  )
}
