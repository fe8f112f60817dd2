import type { CreditSetting } from '@dooryard/contract/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { maxOrderQuantity } from '@dooryard/contract/limits'
import type { OrderQuote } from '@dooryard/contract/order-quote'
import { whyTooLarge } from '@dooryard/contract/stored-criteria'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { PackagePlus } from 'lucide-react'
import { formatNumber, plural, unknown } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Notice } from '../../ui/display/panel.tsx'
import classes from './flow-picture.module.css'

type Spending = { setting: CreditSetting; quote: OrderQuote | undefined }

/** What all that can be delivered would cost now, and what would be left. */
function useCost({ setting, quote }: Spending) {
  const { data } = useQuery(me())
  const has = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  const leads = quote && Math.min(quote.deliverable, maxOrderQuantity)
  const cost = quote && leads !== undefined ? Math.max(0, leads - quote.free) * setting.creditRequired : undefined
  const keeps = has !== undefined && cost !== undefined ? has - cost : undefined
  return { has, leads, cost, keeps }
}

function Warning({ setting, quote, keeps }: Spending & { keeps: number | undefined }) {
  const { href } = useLocation()
  if (!setting.isActive) return <Notice tone="warn">Orders of this type are switched off at the moment.</Notice>
  if (!quote) return null
  const most = quote.deliverable + quote.notTraced
  if (most === 0) return <Notice tone="info">Nobody new can be delivered. Choose other searches, or stack less.</Notice>
  if (most < setting.minCampaignVolume)
    return (
      <Notice tone="warn">
        The smallest order is {plural(setting.minCampaignVolume, 'lead')}. Credits for those that cannot be delivered
        come back.
      </Notice>
    )
  if (keeps === undefined || keeps >= 0) return null
  return (
    <Notice tone="warn">
      All of them need {plural(-keeps, 'more credit', 'more credits')}.{' '}
      <LinkButton
        to="/portal/settings/pay-as-you-go"
        search={{ need: -keeps, back: href }}
        variant="default"
        size="compact-sm"
      >
        Buy credits
      </LinkButton>
    </Notice>
  )
}

/** What the flow costs for one campaign type, and the way to order it. */
export function FlowCost({ setting, quote, isStale, criteria }: Spending & { isStale: boolean; criteria: Criteria }) {
  const { has, leads, cost, keeps } = useCost({ setting, quote })
  const canOrder = setting.isActive && quote !== undefined && quote.deliverable + quote.notTraced > 0
  return (
    <div className={classes.cost}>
      <div className={classes.figures} data-stale={isStale || undefined}>
        <Facts
          figures
          facts={[
            {
              label: 'All of them cost',
              value: <strong>{cost === undefined ? unknown : plural(cost, 'credit')}</strong>,
            },
            { label: 'Smallest order', value: plural(setting.minCampaignVolume, 'lead') },
            { label: 'You have', value: has === undefined ? unknown : plural(has, 'credit') },
            {
              label: 'You would keep',
              value: keeps === undefined || keeps < 0 ? unknown : plural(keeps, 'credit'),
            },
          ]}
        />
      </div>
      <div className={classes.warning}>
        <Warning setting={setting} quote={quote} keeps={keeps} />
      </div>
      {isEmptyCriteria(criteria) ? (
        <Notice tone="info">These searches ask for nothing in particular, so nothing can be ordered from them.</Notice>
      ) : whyTooLarge(criteria) ? (
        <Notice tone="warn">Too large to be ordered. “Source” says what to take out.</Notice>
      ) : (
        canOrder && (
          <LinkButton
            to="/portal/orders/create"
            search={{ criteria, type: setting.key }}
            fullWidth
            leftSection={<PackagePlus size={16} aria-hidden="true" />}
          >
            {leads ? `Order ${formatNumber(leads)} ${leads === 1 ? 'lead' : 'leads'}` : 'Order leads'}
          </LinkButton>
        )
      )}
      <p className="visually-hidden" role="status">
        {quote && !isStale && `${setting.name}: ${plural(quote.deliverable, 'lead')} can be delivered`}
      </p>
    </div>
  )
}
