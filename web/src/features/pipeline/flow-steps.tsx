import { Button, Skeleton } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import classes from './flow-picture.module.css'
import { type Taken, widthOf } from './flow-rules.ts'

/** What a step takes away, in the band that narrows from the step before to it. */
function Band({ taken, from, to }: { taken: Taken | undefined; from: number; to: number }) {
  const shape = { '--from': `${from}%`, '--to': `${to}%` } as CSSProperties
  return (
    <div className={classes.band} style={shape}>
      <span className={classes.slope} aria-hidden="true" />
      {taken && (
        <div className={classes.taken}>
          {taken.count > 0 ? (
            <>
              <strong>− {formatNumber(taken.count)}</strong> {taken.why}
            </>
          ) : (
            taken.none
          )}
          {taken.hint && <span> {taken.hint}</span>}
          {taken.parts && taken.parts.length > 0 && (
            <ul>
              {taken.parts.map(({ key, label, count }) => (
                <li key={key}>
                  {label}: {formatNumber(count)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}

type StepProps = {
  label: string
  count: number | undefined
  /** The widest step of the picture. */
  most: number
  /** How many there were before it; nothing at the first one. */
  before?: number | undefined
  taken?: Taken | undefined
  hint?: string | undefined
  isLast?: boolean
  /** What fills its bar in the place of one colour. */
  bar?: ReactNode
}

/** One step of the flow: its number as a bar as wide as what is left. */
export function Step({ label, count, most, before, taken, hint, isLast, bar }: StepProps) {
  const width = widthOf(count ?? 0, most)
  return (
    <li className={classes.step} data-last={isLast || undefined}>
      {before !== undefined && <Band taken={taken} from={widthOf(before, most)} to={width} />}
      <div className={classes.stepWords}>
        <span>{label}</span>
        {count === undefined ? <Skeleton height={18} width={56} /> : <strong>{formatNumber(count)}</strong>}
      </div>
      <div className={classes.bar} style={{ width: `${width}%` }}>
        {bar}
      </div>
      {hint && <p className={classes.stepHint}>{hint}</p>}
    </li>
  )
}

type FailureProps = { what: string; error: Error; isFetching: boolean; onRetry: () => void }

/** A step that could not be counted; the rest of the picture stays. */
export function StepFailure({ what, error, isFetching, onRetry }: FailureProps) {
  return (
    <div className={classes.stepFailure} role="alert">
      <p>
        <strong>{what}</strong> {sentenceFor(error)}
      </p>
      <Button size="compact-sm" variant="default" loading={isFetching} onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
