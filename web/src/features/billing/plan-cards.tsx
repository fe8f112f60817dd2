import type { BillingInfo } from '@dooryard/contract/billing'
import type { Plan } from '@dooryard/contract/plans'
import type { Subscription } from '@dooryard/contract/subscriptions'
import { Button } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatMoney, formatNumber, formatPerCredit, plural } from '../../lib/format.ts'
import { useCreditSettings } from '../../lib/me.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { planOffer } from './offer-rules.ts'
import classes from './offers.module.css'
import { isLive } from './subscription-words.ts'
import { useMoney } from './use-money.ts'

/** What the credits of a month buy, and that they are not gone with the month. */
function WhatFits({ credits }: { credits: number }) {
  const settings = useCreditSettings()?.filter(({ isActive, creditRequired }) => isActive && creditRequired > 0)
  return (
    <span className={classes.fits}>
      {settings?.map(({ key, name, creditRequired }, index) => (
        <span key={key}>
          <Check size={14} aria-hidden="true" />
          {index > 0 && 'or '}
          {plural(Math.floor(credits / creditRequired), `${name} lead`)}
        </span>
      ))}
      <span>
        <Check size={14} aria-hidden="true" />
        Unused credits roll over, up to one month’s worth
      </span>
    </span>
  )
}

function Words({ plan, tag }: { plan: Plan; tag?: ReactNode }) {
  return (
    <>
      <span className={classes.name}>
        {plan.name} {tag}
      </span>
      <span className={classes.price}>
        <strong>{formatMoney(plan.price)}</strong> a month
      </span>
      <span className={classes.amount}>
        <strong>{formatNumber(plan.monthlyCredits)} credits</strong> {formatPerCredit(planOffer(plan))} a credit
      </span>
      <WhatFits credits={plan.monthlyCredits} />
    </>
  )
}

type PlanChoiceProps = { plans: Plan[]; chosen: string; onChoose: (id: string) => void }

/** One of the plans, to begin with. */
export function PlanChoice({ plans, chosen, onChoose }: PlanChoiceProps) {
  return (
    <fieldset className={classes.cards}>
      <legend>Choose a plan</legend>
      {plans.map((plan) => (
        <label key={plan.id} className={classes.card}>
          <input
            type="radio"
            name="plan"
            className={classes.radio}
            checked={plan.id === chosen}
            onChange={() => onChoose(plan.id)}
          />
          <Words plan={plan} />
        </label>
      ))}
    </fieldset>
  )
}

/** The plans where none of them can be bought. */
export function PlanList({ plans }: { plans: Plan[] }) {
  return (
    <ul className={classes.cards} aria-label="Plans">
      {plans.map((plan) => (
        <li key={plan.id} className={classes.card}>
          <Words plan={plan} />
        </li>
      ))}
    </ul>
  )
}

/** A plan as whoever is subscribed to it has it, whatever it costs others by now. */
const ownPlan = ({ planId, planName, price, creditsPerPeriod }: Subscription): Plan => ({
  id: planId,
  name: planName,
  price,
  monthlyCredits: creditsPerPeriod,
})

type CardProps = { info: BillingInfo; subscription: Subscription; plan: Plan; onChoose: (plan: Plan) => void }

function OwnCard({ info, subscription, plan, onChoose }: CardProps) {
  const { mayPay, isOff } = useMoney(info)
  const isCurrent = plan.id === subscription.planId
  const isNext = plan.id === subscription.next?.planId
  const { graceUntil, currentPeriodEnd } = subscription
  const isPaid = subscription.status === 'ACTIVE'
  const waits = isPaid && (subscription.cancelAtPeriodEnd || subscription.next !== undefined)
  const mayChange = !isOff && !subscription.next && isPaid
  const from = <Tag tone="warn">{isPaid ? `From ${formatDay(currentPeriodEnd)}` : 'Once it is paid'}</Tag>
  return (
    <li className={classes.card} data-current={isCurrent || undefined}>
      <Words plan={plan} tag={isCurrent ? <Tag tone="good">Your plan</Tag> : isNext ? from : undefined} />
      {isCurrent && waits && !isOff && (
        <Button fullWidth disabled={!mayPay} onClick={() => onChoose(plan)}>
          Keep {plan.name}
        </Button>
      )}
      {isCurrent && !waits && (
        <p className={classes.renews}>
          {isPaid ? `Renews on ${formatDay(currentPeriodEnd)}` : `To be paid by ${formatDay(graceUntil)}`}
        </p>
      )}
      {!isCurrent && mayChange && (
        <Button fullWidth variant="default" disabled={!mayPay} onClick={() => onChoose(plan)}>
          Change to {plan.name}
        </Button>
      )}
    </li>
  )
}

/** The plans for somebody who has one of them, which comes first if it is no longer on offer. */
export function OwnPlans({ info, plans, onChoose }: Pick<CardProps, 'info' | 'onChoose'> & { plans: Plan[] }) {
  const { subscription } = info
  if (!isLive(subscription)) return null
  const own = ownPlan(subscription)
  const isOnOffer = plans.some(({ id }) => id === own.id)
  const shown = isOnOffer ? plans.map((plan) => (plan.id === own.id ? own : plan)) : [own, ...plans]
  return (
    <section aria-labelledby="plans" className={classes.offers}>
      <h2 id="plans">Your plan and the others</h2>
      <ul className={classes.cards}>
        {shown.map((plan) => (
          <OwnCard key={plan.id} info={info} subscription={subscription} plan={plan} onChoose={onChoose} />
        ))}
      </ul>
      <p className={classes.hint}>
        A larger plan begins at once, and costs only the difference for the days left of the month. A smaller one begins
        with the next month. You see the price before anything changes.
      </p>
    </section>
  )
}
