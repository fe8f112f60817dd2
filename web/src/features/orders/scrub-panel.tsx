import type { OrderDetail } from '@dooryard/contract/order'
import type { ScrubbedAgainst } from '@dooryard/contract/order-files'
import { lazy, Suspense } from 'react'
import { formatDayAndTime, formatNumber, plural } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import type { OrderDesk } from './orders-desk.ts'
import classes from './scrub.module.css'
import { checkedFile, codesInWords, copyInWords, resultsOf } from './scrub-words.ts'
import type { OrderNews } from './use-order-stream.ts'

// For its owner alone.
const RefreshDnc = lazy(async () => ({ default: (await import('./refresh-dnc.tsx')).RefreshDnc }))

/** How many delivered leads no longer have a number that may be called, and what that means for what they cost. */
function NoLongerCallable({ files: [newest], creditsCaptured }: OrderDetail) {
  const lost = newest?.callableLeads === undefined ? 0 : newest.leads - newest.callableLeads
  if (lost === 0) return null
  return (
    <div className={classes.lostLeads}>
      <Notice tone="warn">
        {plural(lost, 'lead has', 'leads have')} no number that may be called any more.
        {creditsCaptured > 0 && ' Credits spent for delivered leads stay spent.'}
      </Notice>
    </div>
  )
}

function Copies({ against }: { against: ScrubbedAgainst[] }) {
  if (against.length === 0) return null
  return (
    <>
      <h3 className={classes.subtitle}>Checked against</h3>
      <ul className={classes.copies}>
        {against.map((copy) => {
          const { title, whose, fetched, codes } = copyInWords(copy)
          return (
            <li key={`${title} ${whose} ${fetched} ${codes}`}>
              <div className={classes.copyTitle}>
                <strong>{title}</strong>
                <span>{fetched}</span>
              </div>
              <div className={classes.dim}>{whose}</div>
              {codes && <div className={classes.dim}>{codes}</div>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

type ScrubPanelProps = { order: OrderDetail; desk: OrderDesk; step: OrderNews['step'] }

/** What the check of an order's numbers against the do-not-call lists found, and the way to have it done again. */
export function ScrubPanel({ order, desk, step }: ScrubPanelProps) {
  const scrub = checkedFile(order.files)?.scrub
  const refresh = desk.isOwn && (
    <Suspense>
      <RefreshDnc order={order} desk={desk} step={step} />
    </Suspense>
  )
  return (
    <Panel title="Do-not-call check" aside={refresh}>
      {scrub && (
        <>
          <p className={classes.checked}>
            {plural(scrub.numbers, 'number')} checked {formatDayAndTime(scrub.checkedAt)}
          </p>
          <NoLongerCallable {...order} />
          <ul className={classes.results}>
            {resultsOf(scrub).map(({ result, count, label, description }) => (
              <li key={result}>
                <span className={classes.count}>{formatNumber(count)}</span>
                <Tag tone={result === 'CLEAN' ? 'good' : result === 'NOT_SCRUBBED' ? 'warn' : 'bad'}>{label}</Tag>
                <span className={classes.dim}>{description}</span>
              </li>
            ))}
          </ul>
          {scrub.notCovered.length > 0 && (
            <div className={classes.notice}>
              <Notice tone="warn">
                No current copy of the national registry covers area {scrub.notCovered.length === 1 ? 'code' : 'codes'}{' '}
                {codesInWords(scrub.notCovered)}, so numbers there may not be called.
              </Notice>
            </div>
          )}
          <Copies against={scrub.against} />
        </>
      )}
    </Panel>
  )
}
