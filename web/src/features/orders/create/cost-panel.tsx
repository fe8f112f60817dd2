import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { explainNothingDeliverable } from '../../../criteria/order-quote/nothing-deliverable.ts'
import { type AddPhonesChoice, OrderBreakdown } from '../../../criteria/order-quote/order-breakdown.tsx'
import type { QuoteResult } from '../../../criteria/order-quote/quote.data.ts'
import { useOpenLines } from '../../../criteria/order-quote/use-open-lines.ts'
import { purchasePromise } from '../../../entities/order/purchase/purchase-promise.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { getUsefulQuantity, type OrderAction } from '../../../lib/order/order-action.ts'
import {
  calculateOrderCost,
  estimateMaxPrice,
  getMaxDeliverable,
  type OrderTerms,
} from '../../../lib/order/order-cost.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

type CostPanelProps = {
  terms: OrderTerms
  /** Undefined while it is missing or invalid. */
  quantity: number | undefined
  quote: QuoteResult
  action: OrderAction
  addPhones: AddPhonesChoice | undefined
  /** Which places have no data, if no chosen one has any. */
  noData: string | undefined
  /** Whether the missing credits are bought and on their way. */
  isWaiting: boolean
  /** The buttons. */
  children: ReactNode
}

type WarningsProps = Pick<CostPanelProps, 'quantity' | 'quote' | 'action' | 'noData' | 'isWaiting'> & {
  /** The credits held until delivery, when they are more than the leads can cost. */
  held: number | undefined
}

function Warnings({ quantity, quote, action, noData, held, isWaiting }: WarningsProps) {
  const max = quote.data && getMaxDeliverable(quote.data)
  const nothing = quote.data && explainNothingDeliverable(quote.data, noData)
  return (
    <Stack gap="xs" my="md" aria-live="polite">
      {nothing && <Notice tone="warn">{nothing}</Notice>}
      {action.type === 'buy' && !isWaiting && (
        <Notice tone="bad">
          You need {pluralize(action.shortfall, 'more credit', 'more credits')}
          {held !== undefined && ' to hold until delivery'}.
          {action.covered > 0 && ` Your balance covers ${pluralize(action.covered, 'lead')}.`}
        </Notice>
      )}
      {quantity !== undefined && max !== undefined && max > 0 && quantity > max && (
        <Notice tone="warn">Only {formatNumber(max)} can be delivered.</Notice>
      )}
    </Stack>
  )
}

type PriceProps = Pick<CostPanelProps, 'quantity' | 'terms'> & {
  /** The most the leads can cost, when that is less than what is held. */
  mixed: number | undefined
  /** How many can be delivered at most. */
  max: number | undefined
}

function formatLeads(quantity: number | undefined, price: string, isUpTo: boolean): string {
  if (quantity === undefined) return `${price} per lead`
  return isUpTo ? `${pluralize(quantity, 'lead')}, at most ${price} each` : `${pluralize(quantity, 'lead')} × ${price}`
}

function Price({ quantity, terms: { creditsPerLead }, mixed, max }: PriceProps) {
  const credits = quantity === undefined ? undefined : (mixed ?? quantity * creditsPerLead)
  const price = pluralize(creditsPerLead, 'credit')
  return (
    <>
      <Text c="dimmed" className="numbers">
        {mixed !== undefined && 'At most '}
        <Text component="strong" fz={28} lh="32px" fw={600} lts="-0.02em" c="var(--mantine-color-text)">
          {formatNumber(credits)}
        </Text>{' '}
        {credits === 1 ? 'credit' : 'credits'}
      </Text>
      <Text fz="sm" mb="md" c="dimmed" className="numbers">
        {formatLeads(quantity && Math.min(quantity, max ?? quantity), price, mixed !== undefined)}
      </Text>
    </>
  )
}

export function CostPanel({ terms, quantity, quote, action, addPhones, noData, isWaiting, children }: CostPanelProps) {
  const { data: me } = useQuery(currentUserQuery())
  const openLines = useOpenLines()
  // Only what can be delivered is ordered, so only that is held.
  const ordered = quantity && getUsefulQuantity(quantity, terms, quote.data)
  const cost = ordered !== undefined && me ? calculateOrderCost(ordered, terms, me.balance) : undefined
  const spendable = me && me.balance.subscriptionCredits + me.balance.onDemandCredits
  const mixed = ordered !== undefined && quote.data ? estimateMaxPrice(ordered, quote.data, terms) : undefined
  const held = mixed !== undefined && cost && mixed < cost.cost ? cost.cost : undefined
  return (
    <aside aria-label="Cost">
      <Stack miw={0}>
        <Panel title="Cost">
          <Price quantity={ordered} terms={terms} mixed={mixed} max={quote.data && getMaxDeliverable(quote.data)} />
          <DescriptionList
            isNumeric
            items={[
              held !== undefined && { label: 'Held until delivery', value: formatNumber(held) },
              { label: 'Available balance', value: formatNumber(spendable) },
              { label: 'Charged to plan credits', value: formatNumber(cost?.fromSubscription) },
              { label: 'Charged to pay-as-you-go credits', value: formatNumber(cost?.fromOnDemand) },
              { label: 'Balance after order', value: formatNumber(cost?.left) },
            ]}
          />
          <Warnings {...{ quantity, quote, action, noData, held, isWaiting }} />
          {children}
          <Text fz="xs" lh="18px" mt="sm" c="dimmed">
            Credits are held now and spent on delivery. {purchasePromise}
          </Text>
        </Panel>
        <Panel title="Deliverable leads">
          <OrderBreakdown quote={quote} addPhones={addPhones} openLines={openLines} />
        </Panel>
      </Stack>
    </aside>
  )
}
