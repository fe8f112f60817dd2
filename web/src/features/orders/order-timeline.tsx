import type { OrderDetail } from '@dooryard/contract/order'
import { Check, X } from 'lucide-react'
import { formatDay, formatTime } from '../../lib/format.ts'
import classes from './order-timeline.module.css'
import { timelineOf } from './timeline.ts'

const phaseWords = { done: 'done', current: 'under way', ahead: 'still to come', failed: 'ended here' }

/** How far an order has come, and when. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
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
          </div>
        </li>
      ))}
    </ol>
  )
}
