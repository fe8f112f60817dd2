import type { CreditSetting } from '@dooryard/contract/credits'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QuoteResult } from '../../criteria/order-quote/quote.data.ts'
import { QuoteLines } from '../../criteria/order-quote/quote-lines.tsx'
import { formatNumber, plural, unknown } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { type Quote, quoteOrder } from '../../lib/order-cost.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { mostDeliverable } from './deliverable.ts'
import classes from './orders.module.css'

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

type WarningsProps = Pick<CostPanelProps, 'setting' | 'quantity' | 'back' | 'onBuy'> & {
  cost: Quote | undefined
  /** The most that can be delivered, once that is known. */
  most: number | undefined
}

function Warnings({ cost, setting, quantity, most, back, onBuy }: WarningsProps) {
  const affordable = Math.floor((cost?.spendable ?? 0) / Math.max(1, setting.creditRequired))
  const isTooMany = quantity !== undefined && most !== undefined && quantity > most
  return (
    <div className={classes.warnings} aria-live="polite">
      {cost && cost.shortfall > 0 && (
        <Notice tone="bad">
          You need {plural(cost.shortfall, 'more credit', 'more credits')}.
          {affordable > 0 && ` What you have is enough for ${plural(affordable, 'lead')}.`}
        </Notice>
      )}
      {cost && cost.shortfall > 0 && !isTooMany && (
        <LinkButton
          to="/portal/settings/pay-as-you-go"
          search={{ need: cost.shortfall, back }}
          variant="default"
          fullWidth
          ignoreBlocker
          onClick={onBuy}
        >
          Buy {plural(cost.shortfall, 'credit')}
        </LinkButton>
      )}
      {isTooMany && most > 0 && (
        <Notice tone="warn">
          Only {formatNumber(most)} can be delivered. You get at most those, and the credits for the rest come back.
        </Notice>
      )}
      {most === 0 && <Notice tone="warn">Nobody new can be delivered with these filters.</Notice>}
    </div>
  )
}

/** What the order would cost at every keystroke, and what it could deliver. */
export function CostPanel({ setting, quantity, quote, back, onBuy, children }: CostPanelProps) {
  const { data } = useQuery(me())
  const cost = quantity !== undefined && data ? quoteOrder(quantity, setting, data.balance) : undefined
  const spendable = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  return (
    <aside className={`${classes.rail} ${classes.stack}`} aria-label="Cost">
      <Panel title="Cost">
        <p className={classes.sum}>
          <strong>{formatNumber(cost?.cost ?? 0)}</strong> credits
        </p>
        <p className={classes.formula}>
          {formatNumber(quantity ?? 0)} {quantity === 1 ? 'lead' : 'leads'} × {plural(setting.creditRequired, 'credit')}
        </p>
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
          most={quote.data && mostDeliverable(quote.data)}
          back={back}
          onBuy={onBuy}
        />
        {children}
        <p className={classes.promise}>
          Credits are held now and spent on delivery. Leads you already have are left out, so you never pay for a
          property twice.
        </p>
      </Panel>
      <Panel title="What it can deliver">
        <QuoteLines quote={quote} />
      </Panel>
    </aside>
  )
}
