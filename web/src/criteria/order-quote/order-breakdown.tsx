import '@mantine/core/styles/Switch.layer.css'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { Box, Button, Group, Skeleton, Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { formatAbout, formatDay, formatNumber, pluralize } from '../../lib/format/format.ts'
import { getDeliverablePhones } from '../../lib/order/order-cost.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import classes from './order-breakdown.module.css'
import { formatFullPrice, type OrderBreakdownLine, toOrderBreakdownLines } from './order-breakdown-lines.ts'
import type { QuoteResult } from './quote.data.ts'
import type { OpenLines } from './use-open-lines.ts'

const formatBreakdownCount = ({
  kind,
  count,
  isEstimate,
}: Pick<OrderBreakdownLine, 'kind' | 'count' | 'isEstimate'>) =>
  kind === 'less' && count > 0 ? `− ${formatNumber(count)}` : formatAbout(formatNumber(count), isEstimate)

type BreakdownLineProps = {
  label: string
  hint?: ReactNode
  value: string
  kind?: OrderBreakdownLine['kind']
  children?: ReactNode
}

export const BreakdownLine = ({ label, hint, value, kind, children }: BreakdownLineProps) => (
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

type LinePartsProps = {
  parts: NonNullable<OrderBreakdownLine['parts']>
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

const LineParts = ({ parts, isOpen, onToggle }: LinePartsProps) => (
  <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
    <summary>Why</summary>
    <ul>
      {parts.map(({ key, label, hint, count }) => (
        <BreakdownLine key={key} label={label} hint={`${hint}.`} value={formatNumber(count)} />
      ))}
    </ul>
  </details>
)

export type AddPhonesChoice = { isOn: boolean; onChange: (isOn: boolean) => void }

type AddPhonesProps = { quote: OrderQuote; choice: AddPhonesChoice }

/** Whether the order adds phones to leads purchased for mail, and the price of it. */
const AddPhonesSwitch = ({ quote: { phonesToAdd, creditsToAddPhones }, choice }: AddPhonesProps) => (
  <Switch
    w="100%"
    mt={6}
    size="sm"
    label="Add phones"
    description={
      `${formatNumber(phonesToAdd)} with a callable number, ` +
      `${pluralize(creditsToAddPhones, 'credit')}${phonesToAdd === 1 ? '' : ' each'}`
    }
    checked={choice.isOn}
    onChange={({ currentTarget: { checked } }) => choice.onChange(checked)}
  />
)

type BreakdownCountsProps = { lines: OrderBreakdownLine[]; openLines: OpenLines; children?: RenderLine }

/** The counts of a quote, line by line; the lines add up to its matches. */
export const BreakdownCounts = ({ lines, openLines, children }: BreakdownCountsProps) =>
  lines.map(({ key, parts = [], label, hint, ...line }) => (
    <BreakdownLine key={key} {...{ label, hint }} kind={line.kind} value={formatBreakdownCount(line)}>
      {parts.length > 0 && (
        <LineParts
          parts={parts}
          isOpen={openLines.isOpen(key)}
          onToggle={(isOpen) => openLines.onToggle(key, isOpen)}
        />
      )}
      {children?.(key)}
    </BreakdownLine>
  ))

type RenderLine = (key: string) => ReactNode

type BreakdownListProps = { isStale?: boolean; children: ReactNode }

export const BreakdownList = ({ isStale = false, children }: BreakdownListProps) => (
  <ul className={classes.lines} data-stale={isStale || undefined} aria-busy={isStale}>
    {children}
  </ul>
)

function BreakdownLines({ quote, isStale, addPhones, openLines }: BreakdownLinesProps) {
  const { creditsPerLead, creditsToAddPhones, credits, deliverable, dataAsOf, isEstimate } = quote
  const phones = getDeliverablePhones(quote)
  const total = formatFullPrice(quote)
  return (
    <BreakdownList isStale={isStale}>
      <BreakdownCounts lines={toOrderBreakdownLines(quote, addPhones?.isOn)} openLines={openLines}>
        {(key) => key === 'purchasedForMail' && addPhones && <AddPhonesSwitch quote={quote} choice={addPhones} />}
      </BreakdownCounts>
      {phones < deliverable && <BreakdownLine label="Price per lead" value={pluralize(creditsPerLead, 'credit')} />}
      {phones > 0 && <BreakdownLine label="Price to add phones" value={pluralize(creditsToAddPhones, 'credit')} />}
      <BreakdownLine
        label="Total for all leads"
        hint={dataAsOf ? `${total}. Data loaded ${formatDay(dataAsOf)}.` : total}
        value={formatAbout(pluralize(credits, 'credit'), isEstimate)}
        kind="rest"
      />
    </BreakdownList>
  )
}

type BreakdownLinesProps = {
  quote: OrderQuote
  isStale: boolean
  /** The choice to add phones; undefined where the criteria include purchased leads anyway. */
  addPhones?: AddPhonesChoice | undefined
  openLines: OpenLines
}

type OrderBreakdownProps = Pick<BreakdownLinesProps, 'addPhones' | 'openLines'> & { quote: QuoteResult }

export function OrderBreakdown({ quote, ...choices }: OrderBreakdownProps) {
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
      <BreakdownLines quote={data} isStale={isPlaceholderData} {...choices} />
      <p className="visually-hidden" role="status">
        {!isPlaceholderData &&
          `${formatAbout(formatNumber(data.deliverable), data.isEstimate)} deliverable leads for ` +
            formatAbout(pluralize(data.credits, 'credit'), data.isEstimate)}
      </p>
    </>
  )
}
