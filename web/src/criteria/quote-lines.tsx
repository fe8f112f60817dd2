import type { OrderQuote } from '@dooryard/contract/order-quote'
import { Button, Skeleton } from '@mantine/core'
import { sentenceFor } from '../lib/errors.ts'
import { formatDay, formatNumber, plural } from '../lib/format.ts'
import { Notice } from '../ui/display/panel.tsx'
import type { QuoteResult } from './quote.data.ts'
import classes from './quote-lines.module.css'
import { type QuoteLine, quoteLines } from './quote-words.ts'

const amount = ({ kind, count }: QuoteLine) =>
  kind === 'less' && count > 0 ? `− ${formatNumber(count)}` : formatNumber(count)

function Line({ line }: { line: QuoteLine }) {
  const { label, hint, kind, parts = [] } = line
  return (
    <li className={classes.line} data-kind={kind}>
      <span className={classes.label}>
        {label}
        {hint && <span className={classes.hint}>{hint}</span>}
      </span>
      <span>{amount(line)}</span>
      {parts.length > 0 && (
        <details className={classes.parts}>
          <summary>Why</summary>
          <ul>
            {parts.map((part) => (
              <li key={part.key}>
                <span className={classes.label}>
                  {part.label}
                  <span className={classes.hint}>{part.hint}.</span>
                </span>
                <span>{formatNumber(part.count)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function Price({ quote }: { quote: OrderQuote }) {
  const { creditsPerLead, deliverable, free, credits, dataAsOf } = quote
  const paid = deliverable - free
  return (
    <>
      <li className={classes.line}>
        <span className={classes.label}>Price of a lead</span>
        <span>{plural(creditsPerLead, 'credit')}</span>
      </li>
      <li className={classes.line} data-kind="rest">
        <span className={classes.label}>
          All of them
          <span className={classes.hint}>
            {formatNumber(paid)} × {plural(creditsPerLead, 'credit')}
            {dataAsOf && `. Data as of ${formatDay(dataAsOf)}.`}
          </span>
        </span>
        <span>{plural(credits, 'credit')}</span>
      </li>
    </>
  )
}

/** What an order could deliver and what it leaves out, line by line; dimmed while it is counted again. */
export function QuoteLines({ quote }: { quote: QuoteResult }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = quote
  const failure = error && (
    <Notice tone="warn">
      <span className={classes.failure}>
        {data ? 'Not counted again' : 'Not counted'}: {sentenceFor(error)}
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </span>
    </Notice>
  )
  if (!data) return failure || <Skeleton height={220} radius="md" aria-label="Counting…" />
  return (
    <>
      {failure}
      <ul className={classes.lines} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
        {quoteLines(data).map((line) => (
          <Line key={line.key} line={line} />
        ))}
        <Price quote={data} />
      </ul>
      <p className="visually-hidden" role="status">
        {!isPlaceholderData &&
          `${formatNumber(data.deliverable)} can be delivered for ${plural(data.credits, 'credit')}`}
      </p>
    </>
  )
}
