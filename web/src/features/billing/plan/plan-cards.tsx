import type { BillingInfo } from '@dooryard/contract/billing'
import type { Plan } from '@dooryard/contract/plans'
import type { Subscription } from '@dooryard/contract/subscriptions'
import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatMoney, formatNumber, formatPerCredit, plural } from '../../../lib/format.ts'
import { useCreditSettings } from '../../../lib/me.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { useMoney } from '../billing.data.ts'
import { Figure } from '../figure.tsx'
import { OfferItem, OfferList, OfferName } from '../purchase/offer-cards.tsx'
import { isLive } from './subscription-labels.ts'

const Point = ({ children }: { children: ReactNode }) => (
  <Group component="span" align="flex-start" wrap="nowrap" gap={4}>
    <Check
      size={14}
      aria-hidden="true"
      style={{ flex: 'none', marginTop: 2, color: 'var(--mantine-color-good-filled)' }}
    />
    <span>{children}</span>
  </Group>
)

/** What the credits of a month buy, and that they are not gone with the month. */
function WhatFits({ credits }: { credits: number }) {
  const settings = useCreditSettings()?.filter(({ isActive, creditRequired }) => isActive && creditRequired > 0)
  return (
    <Stack
      component="span"
      flex={1}
      gap={6}
      pt={12}
      c="dimmed"
      fz="sm"
      lh="18px"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      {settings?.map(({ key, name, creditRequired }, index) => (
        <Point key={key}>
          {index > 0 && 'or '}
          {plural(Math.floor(credits / creditRequired), `${name} lead`)}
        </Point>
      ))}
      <Point>Unused credits roll over, up to one month’s worth</Point>
    </Stack>
  )
}

/** What a plan costs and gives. */
export function PlanTerms({ plan, tag }: { plan: Plan; tag?: ReactNode }) {
  const { name, price, monthlyCredits: credits } = plan
  return (
    <>
      <OfferName>
        {name} {tag}
      </OfferName>
      <Figure value={formatMoney(price)} size={26} span fz="sm" mt="auto">
        a month
      </Figure>
      <Group component="span" justify="space-between" gap="0 8px" c="dimmed" fz="sm" lh="20px" className="numbers">
        <Text component="strong" inherit c="var(--mantine-color-text)" fw={550}>
          {formatNumber(credits)} credits
        </Text>
        {formatPerCredit({ price, credits })} a credit
      </Group>
      <WhatFits credits={credits} />
    </>
  )
}

/** A plan as whoever is subscribed to it has it, whatever it costs others by now. */
const toOwnPlan = ({ planId, planName, price, creditsPerPeriod }: Subscription): Plan => ({
  id: planId,
  name: planName,
  price,
  monthlyCredits: creditsPerPeriod,
})

type CardProps = { info: BillingInfo; subscription: Subscription; plan: Plan; onChoose: (plan: Plan) => void }

function OwnCard({ info, subscription, plan, onChoose }: CardProps) {
  const { mayPay, isOff } = useMoney(info)
  const { planId, next, status, cancelAtPeriodEnd, graceUntil, currentPeriodEnd } = subscription
  const isCurrent = plan.id === planId
  const isPaid = status === 'ACTIVE'
  const waits = isPaid && (cancelAtPeriodEnd || next !== undefined)
  const mayChange = !isOff && !next && isPaid
  const from = <Tag tone="warn">{isPaid ? `From ${formatDay(currentPeriodEnd)}` : 'Once it is paid'}</Tag>
  const tag = isCurrent ? <Tag tone="good">Your plan</Tag> : plan.id === next?.planId ? from : undefined
  const choose = { fullWidth: true, mt: 8, disabled: !mayPay, onClick: () => onChoose(plan) }
  return (
    <OfferItem isCurrent={isCurrent}>
      <PlanTerms plan={plan} tag={tag} />
      {isCurrent && waits && !isOff && <Button {...choose}>Keep {plan.name}</Button>}
      {isCurrent && !waits && (
        <Center component="p" m={0} mt={8} mih={36} c="dimmed" fz="sm">
          {isPaid ? `Renews on ${formatDay(currentPeriodEnd)}` : `To be paid by ${formatDay(graceUntil)}`}
        </Center>
      )}
      {!isCurrent && mayChange && (
        <Button {...choose} variant="default">
          Change to {plan.name}
        </Button>
      )}
    </OfferItem>
  )
}

/** The plans for somebody who has one of them, which comes first if it is no longer on offer. */
export function OwnPlans({ info, plans, onChoose }: Pick<CardProps, 'info' | 'onChoose'> & { plans: Plan[] }) {
  const { subscription } = info
  if (!isLive(subscription)) return null
  const own = toOwnPlan(subscription)
  const isOnOffer = plans.some(({ id }) => id === own.id)
  const shown = isOnOffer ? plans.map((plan) => (plan.id === own.id ? own : plan)) : [own, ...plans]
  return (
    <Stack component="section" gap={12} aria-labelledby="plans">
      <Title order={2} id="plans">
        Your plan and the others
      </Title>
      <OfferList>
        {shown.map((plan) => (
          <OwnCard key={plan.id} info={info} subscription={subscription} plan={plan} onChoose={onChoose} />
        ))}
      </OfferList>
      <Text c="dimmed" fz="sm">
        A larger plan begins at once, and costs only the difference for the days left of the month. A smaller one begins
        with the next month. You see the price before anything changes.
      </Text>
    </Stack>
  )
}
