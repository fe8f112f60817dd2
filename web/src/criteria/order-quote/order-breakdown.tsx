import type { OrderQuote } from '@dooryard/contract/orders/order-quote'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { formatDay, formatNumber, pluralize } from '../../lib/format/format.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import classes from './order-breakdown.module.css'
import { type OrderBreakdownLine, toOrderBreakdownLines } from './order-breakdown-lines.ts'
import type { QuoteResult } from './quote.data.ts'

const formatCount = ({ kind, count }: Pick<OrderBreakdownLine, 'kind' | 'count'>) =>
  kind === 'less' && count > 0 ? `− ${formatNumber(count)}` : formatNumber(count)

type BreakdownLineProps = {
  label: string
  hint?: ReactNode
  value: string
  kind?: OrderBreakdownLine['kind']
  children?: ReactNode
}

const BreakdownLine = ({ label, hint, value, kind, children }: BreakdownLineProps) => (
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

const LineParts = ({ parts }: { parts: NonNullable<OrderBreakdownLine['parts']> }) => (
  <details>
    <summary>Why</summary>
    <ul>
      {parts.map(({ key, label, hint, count }) => (
        <BreakdownLine key={key} label={label} hint={`${hint}.`} value={formatNumber(count)} />
      ))}
    </ul>
  </details>
)

function BreakdownLines({ quote, isStale }: { quote: OrderQuote; isStale: boolean }) {
  const { creditsPerLead, deliverable, free, credits, dataAsOf } = quote
  const price = pluralize(creditsPerLead, 'credit')
  const total = `${formatNumber(deliverable - free)} × ${price}`
  return (
    <ul className={classes.lines} data-stale={isStale || undefined} aria-busy={isStale}>
      {toOrderBreakdownLines(quote).map(({ key, parts = [], ...line }) => (
        <BreakdownLine key={key} {...line} value={formatCount(line)}>
          {parts.length > 0 && <LineParts parts={parts} />}
        </BreakdownLine>
      ))}
      <BreakdownLine label="Price of a lead" value={price} />
      <BreakdownLine
        label="All of them"
        hint={dataAsOf ? `${total}. Data as of ${formatDay(dataAsOf)}.` : total}
        value={pluralize(credits, 'credit')}
        kind="rest"
      />
    </ul>
  )
}

export function OrderBreakdown({ quote }: { quote: QuoteResult }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = quote
  const failure = error && (
    <Notice tone="warn">
      <Group component="span" gap="4px 12px">
        {data ? 'Not counted again' : 'Not counted'}: {getErrorMessage(error)}
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
      <BreakdownLines quote={data} isStale={isPlaceholderData} />
      <p className="visually-hidden" role="status">
        {!isPlaceholderData &&
          `${formatNumber(data.deliverable)} can be delivered for ${pluralize(data.credits, 'credit')}`}
      </p>
    </>
  )
}
