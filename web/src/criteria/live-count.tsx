import type { Criteria } from '@dooryard/contract/criteria'
import { Funnel } from 'lucide-react'
import { useState } from 'react'
import { sentenceFor } from '../lib/errors.ts'
import { formatNumber } from '../lib/format.ts'
import { useOnDemand } from '../ui/hooks.ts'
import { FoundCount, NotCounted } from '../ui/layout/finder-frame.tsx'
import { type Count, useCount } from './criteria.data.ts'
import button from './criteria.module.css'
import classes from './live-count.module.css'

/** The number of matches, dimmed while it is counted again, and announced when it has changed; it opens how it came about. */
export function LiveCount({ count }: { count: Count }) {
  const { data, isPlaceholderData: isStale, error, failureCount, refetch } = count
  if (error && !data)
    return (
      <NotCounted>
        Not counted: {sentenceFor(error)}{' '}
        <button type="button" className={button.clear} onClick={() => void refetch()}>
          Try Again
        </button>
      </NotCounted>
    )
  const words = data?.count === 1 ? 'property matches' : 'properties match'
  return (
    <span className={classes.counted}>
      <FoundCount isStale={isStale}>
        {data ? (
          <>
            <span>
              <strong>{formatNumber(data.count)}</strong> {words}
            </span>
            {isStale && failureCount > 0 && (
              <span className={classes.trouble}> before this change: it could not be counted yet, trying again</span>
            )}
            {!isStale && data.alreadyDelivered > 0 && (
              <span className={classes.yours}>
                {' '}
                · {formatNumber(data.alreadyDelivered)} more {data.alreadyDelivered === 1 ? 'is' : 'are'} yours already
              </span>
            )}
          </>
        ) : (
          <span className={classes.counting}>Counting…</span>
        )}
      </FoundCount>
      {data && <HowItComesAbout count={count} />}
    </span>
  )
}

/** The number of what matches the criteria; it is drawn by itself, before all that hangs on it. */
export const CriteriaCount = ({ criteria }: { criteria: Criteria }) => <LiveCount count={useCount(criteria)} />

function HowItComesAbout({ count }: { count: Count }) {
  const [isOpen, setOpen] = useState(false)
  const [Waterfall, load] = useOnDemand(async () => (await import('./waterfall-drawer.tsx')).WaterfallDrawer)
  return (
    <>
      <button
        type="button"
        className={classes.how}
        aria-haspopup="dialog"
        aria-label="How it adds up: how this number comes about"
        onClick={() => {
          setOpen(true)
          if (!Waterfall) load()
        }}
      >
        <Funnel size={14} aria-hidden="true" />
        <span>How it adds up</span>
      </button>
      {Waterfall && <Waterfall count={count} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
