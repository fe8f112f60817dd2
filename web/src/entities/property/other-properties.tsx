import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { formatCityLine } from '../../lib/format/address.ts'
import { formatDollars, formatNumber } from '../../lib/format/format.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import classes from './other-properties.module.css'
import { sameOwnerQuery } from './property.data.ts'
import { PropertyPageLink } from './property-link.tsx'

const textStyle = { mt: 16, fz: 13, lh: '20px' } as const

const renderPageLink = (row: PropertyRow) => <PropertyPageLink property={row} />

type OtherPropertiesProps = {
  id: string
  /** The link to one of them; to its page by default. */
  renderLink?: (row: PropertyRow) => ReactNode
}

export function OtherProperties({ id, renderLink = renderPageLink }: OtherPropertiesProps) {
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
              {renderLink(row)}
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
