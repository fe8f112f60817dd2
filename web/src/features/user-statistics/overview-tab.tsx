import type { User } from '@dooryard/contract/users'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../lib/format.ts'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { Breakdown } from './breakdown.tsx'
import { Charts } from './charts.tsx'
import { PeriodPicker } from './period-picker.tsx'
import type { PeriodState } from './period-rules.ts'
import { statisticsOf } from './statistics.data.ts'
import classes from './statistics.module.css'
import { Tiles } from './tiles.tsx'

const aMoment = 1

/** `Nov 1, 2026 to Nov 23, 2026`; the end itself is no part of the period. */
function spanOf({ from, to }: { from: string; to: string }) {
  const last = new Date(Date.parse(to) - aMoment).toISOString()
  return `${formatDay(from.slice(0, 10))} to ${formatDay(last.slice(0, 10))}`
}

type OverviewProps = { user: User; state: PeriodState; onState: OnState }

/** What the user did in a period, in figures and drawn. */
export function OverviewTab({ user, state, onState }: OverviewProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(statisticsOf(user, state))
  return (
    <>
      <div className={classes.asked}>
        <PeriodPicker state={state} onState={onState} />
        <p className={classes.span}>{data && `${spanOf(data)}, days in UTC`}</p>
      </div>
      {error && !data ? (
        <LoadFailure what="The statistics" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.page} data-stale={isPlaceholderData || undefined}>
          <Tiles statistics={data} />
          <div className={classes.panels}>
            <Charts statistics={data} />
            <Breakdown orders={data?.orders} />
          </div>
        </div>
      )}
    </>
  )
}
