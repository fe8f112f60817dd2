import type { OrderDetail, OrderStatusEvent } from '@dooryard/contract/order'
import { Check, X } from 'lucide-react'
import { formatDay, formatTime } from '../../lib/format.ts'
import classes from './order-timeline.module.css'
import { progressOf, timelineOf } from './timeline.ts'

const phaseWords = { done: 'done', current: 'under way', ahead: 'still to come', failed: 'ended here' }

/** How far a step is, as a bar with its numbers. */
export function StepProgress({ step, label }: { step: OrderStatusEvent['step']; label: string }) {
  const progress = progressOf(step)
  if (!progress) return null
  const percent = Math.floor(progress.share * 100)
  return (
    <div className={classes.within}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={progress.words}
      >
        <div style={{ width: `${progress.share * 100}%` }} />
      </div>
      <span className={classes.at}>{progress.words}</span>
    </div>
  )
}

type OrderTimelineProps = { order: OrderDetail; step?: OrderStatusEvent['step'] }

/** How far an order has come, and when; within the step under way, how much of it is done. */
export function OrderTimeline({ order, step }: OrderTimelineProps) {
  return (
    <ol className={classes.timeline}>
      {timelineOf(order).map(({ status, label, phase, at, detail }) => (
        <li
          key={status}
          className={classes.step}
          data-phase={phase}
          aria-current={phase === 'current' ? 'step' : undefined}
        >
          <span className={classes.dot}>
            {phase === 'done' && <Check size={12} strokeWidth={3} aria-hidden="true" />}
            {phase === 'failed' && <X size={12} strokeWidth={3} aria-hidden="true" />}
          </span>
          <div>
            <div className={classes.label}>
              {label}
              <span className="visually-hidden">, {phaseWords[phase]}</span>
            </div>
            {at && (
              <time className={classes.at} dateTime={at}>
                {formatDay(at)}, {formatTime(at)}
              </time>
            )}
            {detail && <div className={classes.detail}>{detail}</div>}
            {phase === 'current' && <StepProgress step={step} label={label} />}
          </div>
        </li>
      ))}
    </ol>
  )
}
