import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { OrderBreakdown } from '../../../criteria/order-quote/order-breakdown.tsx'
import type { QuoteResult } from '../../../criteria/order-quote/quote.data.ts'
import { BuyCreditsLink } from '../../../entities/order/buy-credits-link.tsx'
import { emptyValue, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { calculateOrderCost, getMaxDeliverable, type OrderCost } from '../../../lib/order/order-cost.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

type CostPanelProps = {
  setting: CreditSetting
  quantity: number | undefined
  quote: QuoteResult
  /** The screen to return to after buying credits. */
  back: string
  /** Saves the draft before leaving. */
  onBuy: () => void
  children: ReactNode
}

type WarningsProps = Omit<CostPanelProps, 'quote' | 'children'> & {
  cost: OrderCost | undefined
  /** The maximum that can be delivered, once known. */
  max: number | undefined
}

function Warnings({ cost, setting, quantity, max, back, onBuy }: WarningsProps) {
  const affordable = Math.floor((cost?.spendable ?? 0) / Math.max(1, setting.creditRequired))
  const isTooMany = quantity !== undefined && max !== undefined && quantity > max
  return (
    <Stack gap="xs" my="md" aria-live="polite">
      {cost && cost.shortfall > 0 && (
        <Notice tone="bad">
          You need {pluralize(cost.shortfall, 'more credit', 'more credits')}.
          {affordable > 0 && ` What you have is enough for ${pluralize(affordable, 'lead')}.`}
        </Notice>
      )}
      {cost && cost.shortfall > 0 && !isTooMany && (
        <BuyCreditsLink shortfall={cost.shortfall} back={back} onClick={onBuy} />
      )}
      {isTooMany && max > 0 && (
        <Notice tone="warn">
          Only {formatNumber(max)} can be delivered. You get at most those, and the credits for the rest are released.
        </Notice>
      )}
      {max === 0 && <Notice tone="warn">No new leads match these filters.</Notice>}
    </Stack>
  )
}

export function CostPanel({ setting, quantity, quote, back, onBuy, children }: CostPanelProps) {
  const { data } = useQuery(currentUserQuery())
  const cost = quantity !== undefined && data ? calculateOrderCost(quantity, setting, data.balance) : undefined
  const spendable = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  return (
    <aside aria-label="Cost">
      <Stack miw={0}>
        <Panel title="Cost">
          <Text c="dimmed" className="numbers">
            <Text component="strong" fz={28} lh="32px" fw={600} lts="-0.02em" c="var(--mantine-color-text)">
              {formatNumber(cost?.cost ?? 0)}
            </Text>{' '}
            credits
          </Text>
          <Text fz="sm" mb="md" c="dimmed" className="numbers">
            {formatNumber(quantity ?? 0)} {quantity === 1 ? 'lead' : 'leads'} ×{' '}
            {pluralize(setting.creditRequired, 'credit')}
          </Text>
          <DescriptionList
            isNumeric
            items={[
              { label: 'You have', value: spendable === undefined ? emptyValue : formatNumber(spendable) },
              { label: 'From subscription', value: formatNumber(cost?.fromSubscription) },
              { label: 'From on demand', value: formatNumber(cost?.fromOnDemand) },
              { label: 'You keep', value: formatNumber(cost?.left) },
            ]}
          />
          <Warnings
            cost={cost}
            setting={setting}
            quantity={quantity}
            max={quote.data && getMaxDeliverable(quote.data)}
            back={back}
            onBuy={onBuy}
          />
          {children}
          <Text fz="xs" lh="18px" mt="sm" c="dimmed">
            Credits are held now and spent on delivery. Leads you already have are left out, so you never pay for a
            property twice.
          </Text>
        </Panel>
        <Panel title="What it can deliver">
          <OrderBreakdown quote={quote} />
        </Panel>
      </Stack>
    </aside>
  )
}
