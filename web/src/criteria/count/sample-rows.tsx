import type { Criteria } from '@dooryard/contract/criteria'
import { occupancies } from '@dooryard/contract/vocabularies'
import { Paper, Text, Title } from '@mantine/core'
import { streetLine, townLine } from '../../lib/address.ts'
import { formatDollars, readable } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { EmptyNote, LoadFailure } from '../../ui/display/state-view.tsx'
import { hasEverybody, type useCount, useSample } from './count.data.ts'
import classes from './sample-rows.module.css'

const sampleSize = 8
const bones = Array.from({ length: sampleSize }, (_, index) => `bone-${index}`)

/** A few of the properties that match, so that a wrong filter shows at a glance. */
export function SampleRows({ criteria, count }: { criteria: Criteria; count: ReturnType<typeof useCount> }) {
  const { data, error, refetch, isPlaceholderData } = useSample(criteria, sampleSize)
  if (error && !data) return <LoadFailure what="A sample" error={error} onRetry={() => void refetch()} />
  if (data?.items.length === 0)
    return (
      <EmptyNote>
        {hasEverybody(count) ? 'You have everybody who matches.' : 'Nobody matches. Take a filter away.'}
      </EmptyNote>
    )
  return (
    <Paper
      component="section"
      withBorder
      className={classes.sample}
      data-stale={isPlaceholderData || undefined}
      aria-label="Some who match"
    >
      <Title order={2} fz={12} fw={500} lh="16px" lts={0} c="dimmed" p="10px 16px" bg="var(--raised)">
        Some who match
      </Title>
      <ul>
        {data?.items.map((row) => (
          <li key={row.propertyId}>
            <TwoLines first={readable(row.ownerName)} second={occupancies.label(row.occupancy)} />
            <TwoLines first={streetLine(row)} second={townLine(row)} />
            <Text inherit span ta="right" className="numbers">
              {formatDollars(row.estimatedValue)}
            </Text>
          </li>
        )) ?? bones.map((key) => <li key={key} />)}
      </ul>
    </Paper>
  )
}
