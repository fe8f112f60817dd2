import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import { getCriteriaSizeError } from '@dooryard/contract/criteria/stored-criteria'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { PackagePlus } from 'lucide-react'
import { explainNothingDeliverable } from '../../../criteria/order-quote/nothing-deliverable.ts'
import type { QuoteResult } from '../../../criteria/order-quote/quote.data.ts'
import { emptyValue, formatAbout, pluralize } from '../../../lib/format/format.ts'
import { getMaxDeliverable } from '../../../lib/order/order-cost.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { BreakdownSteps, StepFailure } from './breakdown-steps.tsx'
import classes from './flow.module.css'
import { buildTypeSteps } from './flow-rules.ts'

type OrderSpending = { setting: CreditSetting; quote: OrderQuote | undefined }

function useOrderCost(quote: OrderQuote | undefined) {
  const { data } = useQuery(currentUserQuery())
  const has = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  const cost = quote?.credits
  const remaining = has !== undefined && cost !== undefined ? has - cost : undefined
  return { has, cost, left: remaining }
}

function Warning({ setting, quote, remaining }: OrderSpending & { remaining: number | undefined }) {
  const { href } = useLocation()
  if (!setting.isActive) return <Notice tone="warn">Orders of this type are currently disabled.</Notice>
  if (!quote) return null
  const nothing = explainNothingDeliverable(quote)
  if (nothing) return <Notice tone="info">{nothing}</Notice>
  if (remaining === undefined || remaining >= 0) return null
  return (
    <Notice tone="warn">
      {pluralize(-remaining, 'more credit', 'more credits')} needed for all leads.{' '}
      <LinkButton
        to="/portal/settings/pay-as-you-go"
        search={{ need: -remaining, back: href }}
        variant="default"
        size="compact-sm"
      >
        Buy credits
      </LinkButton>
    </Notice>
  )
}

type OrderLinkProps = { setting: CreditSetting; criteria: Criteria; canOrder: boolean }

function OrderLink({ setting, criteria, canOrder }: OrderLinkProps) {
  if (isEmptyCriteria(criteria)) return <Notice tone="info">These searches have no filters. Add one to order.</Notice>
  if (getCriteriaSizeError(criteria))
    return <Notice tone="warn">Too large to be ordered. “Source” says what to take out.</Notice>
  if (!canOrder) return null
  return (
    <LinkButton
      to="/portal/orders/create"
      search={{ criteria, type: setting.key }}
      fullWidth
      mt={16}
      leftSection={<PackagePlus size={16} aria-hidden="true" />}
    >
      Order leads
    </LinkButton>
  )
}

function CostSummary({ setting, quote, isStale, criteria }: OrderSpending & { isStale: boolean; criteria: Criteria }) {
  const { has, cost, left: remaining } = useOrderCost(quote)
  const credits = (count: number | undefined) =>
    count === undefined || count < 0 ? emptyValue : pluralize(count, 'credit')
  const canOrder = setting.isActive && quote !== undefined && getMaxDeliverable(quote) > 0
  return (
    <Box mt="auto" pt={20}>
      <div className={classes.totals} data-stale={isStale || undefined}>
        <DescriptionList
          isNumeric
          items={[
            { label: 'Total for all leads', value: <strong>{formatAbout(credits(cost), quote?.isEstimate)}</strong> },
            { label: 'Available balance', value: credits(has) },
            { label: 'Balance after order', value: credits(remaining) },
          ]}
        />
      </div>
      <div className={classes.warning}>
        <Warning setting={setting} quote={quote} remaining={remaining} />
      </div>
      <OrderLink setting={setting} criteria={criteria} canOrder={canOrder} />
      <p className="visually-hidden" role="status">
        {quote &&
          !isStale &&
          `${setting.name}: ${formatAbout(pluralize(quote.deliverable, 'lead'), quote.isEstimate)} can be delivered`}
      </p>
    </Box>
  )
}

type TypeBreakdownProps = { setting: CreditSetting; quote: QuoteResult; criteria: Criteria; isShown: boolean }

/** What remains of the matches for one campaign type, and its cost; `isShown` applies only on a phone. */
export function TypeBreakdown({ setting, quote, criteria, isShown }: TypeBreakdownProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = quote
  const isStale = isPlaceholderData || (data !== undefined && error !== null)
  return (
    <Stack
      component="section"
      gap={0}
      miw={0}
      px={{ base: 16, sm: 20 }}
      pt={16}
      pb={{ base: 16, sm: 20 }}
      className={classes.type}
      aria-label={setting.name}
      {...(!isShown && { visibleFrom: 'sm' as const })}
    >
      <Group component="header" gap="0 12px" mb={12} align="baseline" justify="space-between">
        <Title order={3} lh="inherit">
          {setting.name}
        </Title>
        <Text span fz={13} c="dimmed">
          {pluralize(setting.creditRequired, 'credit')} per lead
        </Text>
      </Group>
      {error && (
        <StepFailure
          what={data ? 'Not counted again.' : 'Not counted.'}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data ? (
        <BreakdownSteps
          steps={buildTypeSteps(data)}
          max={data.matched}
          start={data.matched}
          isStale={isStale}
          isBusy={isPlaceholderData}
        />
      ) : (
        !error && <Skeleton height={260} radius="md" aria-label="Counting…" />
      )}
      <CostSummary setting={setting} quote={data} isStale={isStale} criteria={criteria} />
    </Stack>
  )
}
