import { Button, Skeleton } from '@mantine/core'
import { sentenceFor } from '../lib/errors.ts'
import { formatDay, formatNumber } from '../lib/format.ts'
import { LateDrawer } from '../ui/display/drawer.tsx'
import { Notice } from '../ui/display/panel.tsx'
import { type Count, useWaterfall } from './criteria.data.ts'
import { usePhrases } from './phrases.data.ts'
import classes from './waterfall.module.css'
import { type WaterfallStep, waterfallSteps } from './waterfall-steps.ts'

type WaterfallProps = { count: Count; opened: boolean; onClose: () => void }

function Bar({ share }: { share: number }) {
  return (
    <span className={classes.track} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}

function Step({ step }: { step: WaterfallStep }) {
  const { words, taken, remaining, givesBack, share } = step
  const back = givesBack === null ? 'Still counting what it costs' : `${formatNumber(givesBack)} more without it`
  return (
    <li className={classes.step}>
      <span className={classes.words}>{words}</span>
      <strong>
        {formatNumber(remaining)}
        <span className="visually-hidden"> left</span>
      </strong>
      <Bar share={share} />
      <span className={classes.dim}>{back}</span>
      <span className={classes.dim}>
        {taken > 0 ? `− ${formatNumber(taken)}` : '0'}
        <span className="visually-hidden"> taken away</span>
      </span>
    </li>
  )
}

function Line({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <div className={classes.line}>
      <dt>
        {label}
        <span className={classes.dim}>{hint}</span>
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

function Result({ count: { data } }: { count: Count }) {
  if (!data) return null
  return (
    <dl className={classes.result}>
      <Line label="Match" hint="Counted one by one, not estimated" value={formatNumber(data.count)} />
      <Line
        label="Yours already"
        hint="Match too, and are left out because they were delivered to you"
        value={formatNumber(data.alreadyDelivered)}
      />
      <Line
        label="Can be mailed"
        hint="Of those that match: with an owner's name and a full mailing address"
        value={formatNumber(data.mailable)}
      />
      <Line label="Data loaded" hint="When the newest county roll was loaded" value={formatDay(data.dataAsOf)} />
    </dl>
  )
}

function Steps({ count }: { count: Count }) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useWaterfall(count.criteria)
  const phrases = usePhrases(count.criteria)
  if (error && !data)
    return (
      <Notice tone="bad">
        Not counted: {sentenceFor(error)}{' '}
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </Notice>
    )
  if (!data?.waterfall) return <Skeleton height={220} radius="md" aria-label="Counting…" />
  const steps = waterfallSteps(data.waterfall, phrases)
  return (
    <ol className={classes.steps} data-stale={isPlaceholderData || undefined}>
      <li className={classes.step}>
        <span className={classes.words}>All properties there are</span>
        <strong>{formatNumber(data.waterfall.total)}</strong>
        <Bar share={1} />
      </li>
      {steps.map((step) => (
        <Step key={step.key} step={step} />
      ))}
    </ol>
  )
}

/** How the number of matches comes about: from all properties there are, filter by filter. */
export function WaterfallDrawer({ count, opened, onClose }: WaterfallProps) {
  return (
    <LateDrawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={420}
      title="How this number comes about"
      closeButtonProps={{ 'aria-label': 'Close how this number comes about' }}
      classNames={{ header: classes.head, body: classes.body, title: classes.title }}
    >
      <Steps count={count} />
      <Result count={count} />
      <p className={classes.dim}>Bars grow with the number of digits, so that small numbers can be seen.</p>
    </LateDrawer>
  )
}
