import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { formatDollars, formatNumber } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { sameOwnerQuery } from '../search/lead-finder.data.ts'
import { PropertyLink } from '../table/property-link.tsx'
import classes from './property.module.css'

const textStyle = { mt: 16, fz: 13, lh: '20px' } as const

/** In the drawer of the lead finder, or on its own screen for users without a finder. */
const OtherLink = ({ row }: { row: PropertyRow }) =>
  useUser().role === 'CONSUMER_USER' ? (
    <PropertyLink row={row} isReachable />
  ) : (
    <Link to="/portal/properties/$propertyId" params={{ propertyId: row.propertyId }}>
      {formatStreetLine(row)}
    </Link>
  )

export function OtherProperties({ id }: { id: string }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    sameOwnerQuery(id),
  )
  if (error && !data)
    return (
      <Text {...textStyle} role="alert">
        The owner's other properties could not be loaded. {getErrorMessage(error)}{' '}
        <Button size="compact-sm" variant="subtle" loading={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </Text>
    )
  if (!data) return <Skeleton height={16} mt={16} width="60%" role="status" aria-label="Loading other properties" />
  const rows = data.pages.flatMap(({ items }) => items)
  const more = (data.pages[0]?.totalCount ?? 0) - rows.length
  if (rows.length === 0) return <Text {...textStyle}>No other property of this owner is known.</Text>
  return (
    <Text component="div" {...textStyle}>
      <Text component="h4" inherit mb={6} fw={600}>
        Other properties of this owner
      </Text>
      <PlainList className="numbers">
        {rows.map((row) => (
          <Group key={row.propertyId} component="li" className={classes.other} gap={12} py={6} wrap="nowrap">
            <Stack gap={0} flex={1} miw={0}>
              <OtherLink row={row} />
              <Text span fz={12} lh="20px" c="dimmed">
                {formatCityLine(row)}
              </Text>
            </Stack>
            <span>{formatDollars(row.estimatedValue)}</span>
          </Group>
        ))}
      </PlainList>
      {hasNextPage && (
        <Button size="compact-sm" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {formatNumber(more)} more
        </Button>
      )}
      {error && <p role="alert">{getErrorMessage(error)}</p>}
    </Text>
  )
}
