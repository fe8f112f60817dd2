import type { Criteria } from '@dooryard/contract/criteria'
import { occupancies } from '@dooryard/contract/vocabularies'
import { streetLine, townLine } from '../lib/address.ts'
import { formatDollars, readable } from '../lib/format.ts'
import { TwoLines } from '../ui/display/facts.tsx'
import { LoadFailure } from '../ui/display/state-view.tsx'
import { hasEverybody, type useCount, useSample } from './criteria.data.ts'
import classes from './sample-rows.module.css'

const sampleSize = 8
const bones = Array.from({ length: sampleSize }, (_, index) => `bone-${index}`)

type SampleRowsProps = { criteria: Criteria; count: ReturnType<typeof useCount> }

/** A few of the properties that match, so that a wrong filter shows at a glance. */
export function SampleRows({ criteria, count }: SampleRowsProps) {
  const { data, error, refetch, isPlaceholderData } = useSample(criteria, sampleSize)
  if (error && !data) return <LoadFailure what="A sample" error={error} onRetry={() => void refetch()} />
  if (data?.items.length === 0) {
    const words = hasEverybody(count) ? 'You have everybody who matches.' : 'Nobody matches. Take a filter away.'
    return <p className={classes.none}>{words}</p>
  }
  return (
    <section className={classes.sample} data-stale={isPlaceholderData || undefined} aria-label="Some who match">
      <h2 className={classes.title}>Some who match</h2>
      <ul className={classes.rows}>
        {data?.items.map((row) => (
          <li key={row.propertyId}>
            <TwoLines first={readable(row.ownerName)} second={occupancies.label(row.occupancy)} />
            <TwoLines first={streetLine(row)} second={townLine(row)} />
            <span className={classes.value}>{formatDollars(row.estimatedValue)}</span>
          </li>
        )) ?? bones.map((key) => <li key={key} />)}
      </ul>
    </section>
  )
}
