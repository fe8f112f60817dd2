import { occupancies } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Paper, Text, Title } from '@mantine/core'
import { formatCityLine, formatStreetLine } from '../../lib/format/address.ts'
import { formatDollars } from '../../lib/format/format.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { EmptyNote, LoadFailure } from '../../ui/feedback/state-view.tsx'
import { OwnerName } from '../owners/masked-text.tsx'
import { isFullyPurchased, type useCount, useSample } from './count.data.ts'
import classes from './sample-rows.module.css'

const sampleSize = 8
const skeletonKeys = Array.from({ length: sampleSize }, (_, index) => `bone-${index}`)

/** A few of the matching properties, so that a wrong filter is easy to spot. */
export function SampleRows({ criteria, count }: { criteria: Criteria; count: ReturnType<typeof useCount> }) {
  const { data, error, refetch, isPlaceholderData } = useSample(criteria, sampleSize)
  if (error && !data) return <LoadFailure what="A sample" error={error} onRetry={() => void refetch()} />
  if (data?.items.length === 0)
    return (
      <EmptyNote>
        {isFullyPurchased(count) ? 'You have purchased all leads that match.' : 'No results. Remove a filter.'}
      </EmptyNote>
    )
  return (
    <Paper
      component="section"
      withBorder
      className={classes.sample}
      data-stale={isPlaceholderData || undefined}
      aria-label="Sample results"
    >
      <Title order={2} fz={12} fw={500} lh="16px" lts={0} c="dimmed" p="10px 16px" bg="var(--raised)">
        Sample results
      </Title>
      <ul>
        {data?.items.map((row) => (
          <li key={row.propertyId}>
            <TextWithDescription first={<OwnerName row={row} />} second={occupancies.label(row.occupancy)} />
            <TextWithDescription first={formatStreetLine(row)} second={formatCityLine(row)} />
            <Text inherit span ta="right" className="numbers">
              {formatDollars(row.estimatedValue)}
            </Text>
          </li>
        )) ?? skeletonKeys.map((key) => <li key={key} />)}
      </ul>
    </Paper>
  )
}
