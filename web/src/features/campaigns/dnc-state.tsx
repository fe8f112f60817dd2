import type { DncCoverage } from '@dooryard/contract/dnc'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../ui/display/facts.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { dncCoverage } from './campaigns.data.ts'
import { coverageTrouble, listFacts } from './dnc-words.ts'
import classes from './suppression.module.css'

const toLists = (
  <Link to="/portal/integration" search={{ part: 'dnc' }} className={classes.link}>
    Do-not-call lists
  </Link>
)

/** Says that nothing can be called yet, where that is so. */
export function NoRegistry() {
  const { data } = useQuery(dncCoverage())
  if (!data || data.areaCodes > 0) return null
  return (
    <Notice tone="warn">
      {coverageTrouble(data)} Load one under {toLists}.
    </Notice>
  )
}

function Lists({ coverage }: { coverage: DncCoverage }) {
  const trouble = coverageTrouble(coverage)
  return (
    <div className={classes.stack}>
      <p className={classes.lead}>
        Every number is checked when the order is made. One on any of these lists, or in an area code whose registry
        copy is older than {coverage.maxAgeDays} days, is never delivered to be called.
      </p>
      {trouble && <Notice tone="warn">{trouble}</Notice>}
      <Facts facts={listFacts(coverage)} />
    </div>
  )
}

/** The do-not-call lists that are always left out, and how far they reach. */
export function DncState() {
  const { data, error, refetch } = useQuery(dncCoverage())
  return (
    <Panel title="Always left out: do not call" aside={toLists}>
      {data ? (
        <Lists coverage={data} />
      ) : error ? (
        <LoadFailure what="The do-not-call lists" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
    </Panel>
  )
}
