import type { CreditSetting } from '@dooryard/contract/credits'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QuoteResult } from '../../../criteria/order-quote/quote.data.ts'
import { QuoteLines } from '../../../criteria/order-quote/quote-lines.tsx'
import { BuyCreditsLink } from '../../../entities/order/buy-credits-link.tsx'
import { formatNumber, plural, unknown } from '../../../lib/format.ts'
import { me } from '../../../lib/me.ts'
import { getMostDeliverable, type Quote, quoteOrder } from '../../../lib/order-cost.ts'
import { Facts } from '../../../ui/display/facts.tsx'
import { Notice, Panel } from '../../../ui/display/panel.tsx'

type CostPanelProps = {
  setting: CreditSetting
  quantity: number | undefined
  quote: QuoteResult
  /** The screen to come back to once credits are bought. */
  back: string
  /** Keeps what is typed for then. */
  onBuy: () => void
  children: ReactNode
}

type WarningsProps = Omit<CostPanelProps, 'quote' | 'children'> & {
  cost: Quote | undefined
  /** The most that can be delivered, once that is known. */
  most: number | undefined
}

function Warnings({ cost, setting, quantity, most, back, onBuy }: WarningsProps) {
  const affordable = Math.floor((cost?.spendable ?? 0) / Math.max(1, setting.creditRequired))
  const isTooMany = quantity !== undefined && most !== undefined && quantity > most
  return (
    <Stack gap="xs" my="md" aria-live="polite">
      {cost && cost.shortfall > 0 && (
        <Notice tone="bad">
          You need {plural(cost.shortfall, 'more credit', 'more credits')}.
          {affordable > 0 && ` What you have is enough for ${plural(affordable, 'lead')}.`}
        </Notice>
      )}
      {cost && cost.shortfall > 0 && !isTooMany && (
        <BuyCreditsLink shortfall={cost.shortfall} back={back} onClick={onBuy} />
      )}
      {isTooMany && most > 0 && (
        <Notice tone="warn">
          Only {formatNumber(most)} can be delivered. You get at most those, and the credits for the rest come back.
        </Notice>
      )}
      {most === 0 && <Notice tone="warn">Nobody new can be delivered with these filters.</Notice>}
    </Stack>
  )
}

export function CostPanel({ setting, quantity, quote, back, onBuy, children }: CostPanelProps) {
  const { data } = useQuery(me())
  const cost = quantity !== undefined && data ? quoteOrder(quantity, setting, data.balance) : undefined
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
            {plural(setting.creditRequired, 'credit')}
          </Text>
          <Facts
            figures
            facts={[
              { label: 'You have', value: spendable === undefined ? unknown : formatNumber(spendable) },
              { label: 'From subscription', value: formatNumber(cost?.fromSubscription) },
              { label: 'From on demand', value: formatNumber(cost?.fromOnDemand) },
              { label: 'You keep', value: formatNumber(cost?.left) },
            ]}
          />
          <Warnings
            cost={cost}
            setting={setting}
            quantity={quantity}
            most={quote.data && getMostDeliverable(quote.data)}
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
          <QuoteLines quote={quote} />
        </Panel>
      </Stack>
    </aside>
  )
}
