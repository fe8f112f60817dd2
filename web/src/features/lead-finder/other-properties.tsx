import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { townLine } from '../../lib/address.ts'
import { isOwnerLimit, sentenceFor } from '../../lib/errors.ts'
import { formatDollars, formatNumber } from '../../lib/format.ts'
import { sameOwner } from './lead-finder.data.ts'
import classes from './property-drawer.module.css'
import { PropertyLink } from './property-link.tsx'

/** What else the owner of a property has, a few at a time. */
export function OtherProperties({ id }: { id: string }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    sameOwner(id),
  )
  if (isOwnerLimit(error) && !data)
    return (
      <p className={classes.others} role="alert">
        The owner's other properties cannot be shown. {sentenceFor(error)}
      </p>
    )
  if (error && !data) {
    return (
      <p className={classes.others} role="alert">
        The owner's other properties could not be loaded. {sentenceFor(error)}{' '}
        <Button size="compact-sm" variant="subtle" loading={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    )
  }
  if (!data) return <Skeleton height={16} mt={16} width="60%" role="status" aria-label="Loading other properties" />
  const rows = data.pages.flatMap(({ items }) => items)
  const more = (data.pages[0]?.totalCount ?? 0) - rows.length
  if (rows.length === 0) return <p className={classes.others}>No other property of this owner is known.</p>
  return (
    <div className={classes.others}>
      <h4>Other properties of this owner</h4>
      <ul>
        {rows.map((row) => (
          <li key={row.propertyId}>
            <div>
              <PropertyLink row={row} isReachable />
              <span>{townLine(row)}</span>
            </div>
            <span>{formatDollars(row.estimatedValue)}</span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="compact-sm" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {formatNumber(more)} more
        </Button>
      )}
      {error && <p role="alert">{sentenceFor(error)}</p>}
    </div>
  )
}
