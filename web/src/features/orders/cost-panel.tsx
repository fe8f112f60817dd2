import type { CreditSetting } from '@dooryard/contract/credits'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type useCount, yoursAlready } from '../../criteria/criteria.data.ts'
import { NobodyNew } from '../../criteria/nobody-new.tsx'
import { formatNumber, plural, unknown } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { Facts } from '../../ui/parts/facts.tsx'
import { LinkButton } from '../../ui/parts/link-button.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import { type Quote, quoteOrder } from './cost.ts'
import classes from './orders.module.css'

type CostPanelProps = {
  setting: CreditSetting
  quantity: number | undefined
  count: ReturnType<typeof useCount>
  /** The screen to come back to once credits are bought. */
  back: string
  /** Keeps what is typed for then. */
  onBuy: () => void
  children: ReactNode
}

function Warnings({ quote, setting, quantity, mailable, back, onBuy }: WarningsProps) {
  const affordable = Math.floor((quote?.spendable ?? 0) / Math.max(1, setting.creditRequired))
  const isTooMany = quantity !== undefined && mailable !== undefined && quantity > mailable
  return (
    <div className={classes.warnings} aria-live="polite">
      {quote && quote.shortfall > 0 && (
        <Notice tone="bad">
          You need {plural(quote.shortfall, 'more credit', 'more credits')}.
          {affordable > 0 && ` What you have is enough for ${plural(affordable, 'lead')}.`}
        </Notice>
      )}
      {quote && quote.shortfall > 0 && !isTooMany && (
        <LinkButton
          to="/portal/settings/pay-as-you-go"
          search={{ need: quote.shortfall, back }}
          variant="default"
          fullWidth
          ignoreBlocker
          onClick={onBuy}
        >
          Buy {plural(quote.shortfall, 'credit')}
        </LinkButton>
      )}
      {isTooMany && mailable > 0 && (
        <Notice tone="warn">
          Only {formatNumber(mailable)} can be mailed. You get at most those, and the credits for the rest come back.
        </Notice>
      )}
    </div>
  )
}

type WarningsProps = Pick<CostPanelProps, 'back' | 'onBuy'> & {
  quote: Quote | undefined
  setting: CreditSetting
  quantity: number | undefined
  mailable: number | undefined
}

/** What the order would cost, at every keystroke. */
export function CostPanel({ setting, quantity, count, back, onBuy, children }: CostPanelProps) {
  const { data } = useQuery(me())
  const quote = quantity !== undefined && data ? quoteOrder(quantity, setting, data.balance) : undefined
  const yours = yoursAlready(count)
  const spendable = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  return (
    <aside className={classes.rail} aria-label="Cost">
      <Panel title="Cost">
        <p className={classes.sum}>
          <strong>{formatNumber(quote?.cost ?? 0)}</strong> credits
        </p>
        <p className={classes.formula}>
          {formatNumber(quantity ?? 0)} {quantity === 1 ? 'lead' : 'leads'} × {plural(setting.creditRequired, 'credit')}
        </p>
        <Facts
          figures
          facts={[
            { label: 'You have', value: spendable === undefined ? unknown : formatNumber(spendable) },
            { label: 'From subscription', value: formatNumber(quote?.fromSubscription) },
            { label: 'From on demand', value: formatNumber(quote?.fromOnDemand) },
            { label: 'You keep', value: formatNumber(quote?.left) },
            { label: 'Matches', value: formatNumber(count.data?.count) },
            ...(yours ? [{ label: 'Yours already', value: formatNumber(yours) }] : []),
            { label: 'Can be mailed', value: formatNumber(count.data?.mailable) },
          ]}
        />
        <Warnings
          quote={quote}
          setting={setting}
          quantity={quantity}
          mailable={count.data?.mailable}
          back={back}
          onBuy={onBuy}
        />
        {children}
        <div className={classes.reason} aria-live="polite">
          <NobodyNew count={count} />
        </div>
        <p className={classes.promise}>
          Credits are held now and spent on delivery. Leads you already have are left out, so you never pay for one
          twice.
        </p>
      </Panel>
    </aside>
  )
}
