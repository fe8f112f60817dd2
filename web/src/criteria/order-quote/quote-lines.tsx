import type { OrderQuote } from '@dooryard/contract/order-quote'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { formatDay, formatNumber, plural } from '../../lib/format.ts'
import { Notice } from '../../ui/display/panel.tsx'
import type { QuoteResult } from './quote.data.ts'
import { type QuoteLine, quoteLines } from './quote-labels.ts'
import classes from './quote-lines.module.css'

const formatCount = ({ kind, count }: Pick<QuoteLine, 'kind' | 'count'>) =>
  kind === 'less' && count > 0 ? `− ${formatNumber(count)}` : formatNumber(count)

type LineProps = { label: string; hint?: ReactNode; value: string; kind?: QuoteLine['kind']; children?: ReactNode }

const Line = ({ label, hint, value, kind, children }: LineProps) => (
  <Group component="li" gap="0 16px" align="flex-start" data-kind={kind}>
    <Box component="span" flex={1} miw={0}>
      {label}
      {hint && (
        <Text span display="block" fz={12} lh="18px" c="dimmed">
          {hint}
        </Text>
      )}
    </Box>
    <span>{value}</span>
    {children}
  </Group>
)

const Parts = ({ parts }: { parts: NonNullable<QuoteLine['parts']> }) => (
  <details>
    <summary>Why</summary>
    <ul>
      {parts.map(({ key, label, hint, count }) => (
        <Line key={key} label={label} hint={`${hint}.`} value={formatNumber(count)} />
      ))}
    </ul>
  </details>
)

function Lines({ quote, isStale }: { quote: OrderQuote; isStale: boolean }) {
  const { creditsPerLead, deliverable, free, credits, dataAsOf } = quote
  const price = plural(creditsPerLead, 'credit')
  const total = `${formatNumber(deliverable - free)} × ${price}`
  return (
    <ul className={classes.lines} data-stale={isStale || undefined} aria-busy={isStale}>
      {quoteLines(quote).map(({ key, parts = [], ...line }) => (
        <Line key={key} {...line} value={formatCount(line)}>
          {parts.length > 0 && <Parts parts={parts} />}
        </Line>
      ))}
      <Line label="Price of a lead" value={price} />
      <Line
        label="All of them"
        hint={dataAsOf ? `${total}. Data as of ${formatDay(dataAsOf)}.` : total}
        value={plural(credits, 'credit')}
        kind="rest"
      />
    </ul>
  )
}

export function QuoteLines({ quote }: { quote: QuoteResult }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = quote
  const failure = error && (
    <Notice tone="warn">
      <Group component="span" gap="4px 12px">
        {data ? 'Not counted again' : 'Not counted'}: {sentenceFor(error)}
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Group>
    </Notice>
  )
  if (!data) return failure || <Skeleton height={220} radius="md" aria-label="Counting…" />
  return (
    <>
      {failure}
      <Lines quote={data} isStale={isPlaceholderData} />
      <p className="visually-hidden" role="status">
        {!isPlaceholderData &&
          `${formatNumber(data.deliverable)} can be delivered for ${plural(data.credits, 'credit')}`}
      </p>
    </>
  )
}
