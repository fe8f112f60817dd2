import { signals } from '@dooryard/contract/vocabularies'
import { ChevronUp } from 'lucide-react'
import { sentenceFor } from '../lib/errors.ts'
import { formatNumber } from '../lib/format.ts'
import type { useMatches } from './map.data.ts'
import frame from './map.module.css'
import legend from './map-legend.module.css'
import classes from './map-tools.module.css'
import dots from './signal-dot.module.css'
import { signalGroups } from './signal-groups.ts'

type MapFootProps = { matches: ReturnType<typeof useMatches> }

function Tally({ matches: { data, isError, error, isPlaceholderData, isFetching, refetch } }: MapFootProps) {
  if (isError && !isFetching)
    return (
      <div className={`${classes.card} ${classes.hint}`} role="alert">
        The map could not be filled. {sentenceFor(error)}
        <button type="button" className={classes.hintButton} onClick={() => void refetch()}>
          Try Again
        </button>
      </div>
    )
  if (!data) return <div className={classes.card}>Loading what matches…</div>
  return (
    <div className={`${classes.card} ${classes.tally}`} data-stale={isPlaceholderData || undefined} role="status">
      {formatNumber(data.inBounds)} in view
      {data.withoutPosition > 0 && ` · ${formatNumber(data.withoutPosition)} without a position`}
    </div>
  )
}

/** What the colors of the points mean. */
function Legend() {
  return (
    <details className={`${classes.card} ${legend.legend}`}>
      <summary>
        Colors <ChevronUp size={14} aria-hidden="true" />
      </summary>
      <ul className={legend.legendList}>
        {signalGroups.map((group) => (
          <li key={group.key} className={legend.legendItem} title={group.signals.map(signals.label).join(', ')}>
            <span className={dots.dot} data-group={group.key} />
            {group.label}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** How many there are in view, and what the colors mean where there are any. */
export function MapFoot({ matches }: MapFootProps) {
  const hasPoints = matches.data && 'points' in matches.data && matches.data.points.length > 0
  return (
    <div className={frame.bottom}>
      <Tally matches={matches} />
      {hasPoints && <Legend />}
    </div>
  )
}
