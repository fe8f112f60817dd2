import type { BillingInfo } from '@dooryard/contract/billing/billing'
import type { BillingInterval, Plan } from '@dooryard/contract/billing/plans'
import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatMoney, formatNumber, formatPerCredit, pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { usePaymentAccess } from '../billing.data.ts'
import { CatalogItem, CatalogItemName, CatalogList } from '../purchase/catalog-cards.tsx'
import { StatText } from '../stat-text.tsx'
import { getAnnualSaving, getPlanPrice, getSoldInterval, intervalLabels, listPlansFor } from './interval-labels.ts'
import { IntervalSwitch } from './interval-switch.tsx'
import { isLiveSubscription } from './subscription-labels.ts'

const BulletPoint = ({ children }: { children: ReactNode }) => (
  <Group component="span" align="flex-start" wrap="nowrap" gap={4}>
    <Check
      size={14}
      aria-hidden="true"
      style={{ flex: 'none', marginTop: 2, color: 'var(--mantine-color-good-filled)' }}
    />
    <span>{children}</span>
  </Group>
)

/** Describes what a month's credits buy, and that unused credits roll over. */
function LeadEstimates({ credits }: { credits: number }) {
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
        <BulletPoint key={key}>
          {index > 0 && 'or '}
          {pluralize(Math.floor(credits / creditRequired), `${name} lead`)}
        </BulletPoint>
      ))}
      <BulletPoint>Unused credits roll over, up to one month’s worth</BulletPoint>
    </Stack>
  )
}

type PlanTermsProps = { plan: Plan; interval: BillingInterval; tag?: ReactNode }

/** The price and contents of a plan. */
export function PlanTerms({ plan, interval, tag }: PlanTermsProps) {
  const { name, monthlyCredits: credits } = plan
  const price = getPlanPrice(plan, interval) ?? plan.price
  const saving = interval === 'YEAR' ? getAnnualSaving(plan) : 0
  const bought = interval === 'YEAR' ? credits * 12 : credits
  return (
    <>
      <CatalogItemName>
        {name} {saving > 0 && <Tag tone="good">Save {saving}%</Tag>} {tag}
      </CatalogItemName>
      <StatText value={formatMoney(price)} size={26} span fz="sm" mt="auto">
        {intervalLabels[interval]}
      </StatText>
      <Group component="span" justify="space-between" gap="0 8px" c="dimmed" fz="sm" lh="20px" className="numbers">
        <Text component="strong" inherit c="var(--mantine-color-text)" fw={550}>
          {formatNumber(credits)} credits{interval === 'YEAR' && ' per month'}
        </Text>
        {formatPerCredit({ price, credits: bought })} per credit
      </Group>
      <LeadEstimates credits={credits} />
    </>
  )
}

/** Returns why a plan cannot be chosen at this interval now; undefined if it can. */
function getIntervalRefusal(plan: Plan, interval: BillingInterval, subscription: Subscription): string | undefined {
  const { interval: own, creditsPerPeriod, price, currentPeriodEnd } = subscription
  if (interval === own) return undefined
  if (own === 'YEAR') return `Your year is paid until ${formatDay(currentPeriodEnd)}`
  const isSmaller = plan.monthlyCredits < creditsPerPeriod || (plan.annualPrice?.amount ?? 0) <= price.amount
  return isSmaller ? 'Change to the monthly plan first' : undefined
}

type PlanCardProps = {
  info: BillingInfo
  subscription: Subscription
  plan: Plan
  interval: BillingInterval
  onChoose: (plan: Plan) => void
}

const CardNote = ({ children }: { children: ReactNode }) => (
  <Center component="p" m={0} mt={8} mih={36} c="dimmed" fz="sm" ta="center">
    {children}
  </Center>
)

function PlanCard({ info, subscription, plan, interval, onChoose }: PlanCardProps) {
  const { mayPay, isOff } = usePaymentAccess(info)
  const { planId, next, status, cancelAtPeriodEnd, graceUntil, currentPeriodEnd } = subscription
  const isCurrent = plan.id === planId && interval === subscription.interval
  const refusal = getIntervalRefusal(plan, interval, subscription)
  const isPaid = status === 'ACTIVE'
  const waits = isPaid && (cancelAtPeriodEnd || next !== undefined)
  const mayChange = !isOff && !next && isPaid
  const from = <Tag tone="warn">{isPaid ? `From ${formatDay(currentPeriodEnd)}` : 'Once it is paid'}</Tag>
  const tag = isCurrent ? (
    <Tag tone="good">Your plan</Tag>
  ) : plan.id === next?.planId && interval === subscription.interval ? (
    from
  ) : undefined
  const choose = { fullWidth: true, mt: 8, disabled: !mayPay, onClick: () => onChoose(plan) }
  return (
    <CatalogItem isCurrent={isCurrent}>
      <PlanTerms plan={plan} interval={interval} tag={tag} />
      {isCurrent && waits && !isOff && <Button {...choose}>Keep {plan.name}</Button>}
      {isCurrent && !waits && (
        <CardNote>
          {isPaid ? `Renews on ${formatDay(currentPeriodEnd)}` : `To be paid by ${formatDay(graceUntil)}`}
        </CardNote>
      )}
      {!isCurrent && mayChange && refusal && <CardNote>{refusal}</CardNote>}
      {!isCurrent && mayChange && !refusal && (
        <Button {...choose} variant="default">
          {plan.id === planId ? 'Switch to annual billing' : `Change to ${plan.name}`}
        </Button>
      )}
    </CatalogItem>
  )
}

const changeTerms =
  'Upgrades start at once and cost the difference for the days left. Downgrades start at the next renewal. ' +
  'You see the price before you confirm.'

type PlanCardsProps = Pick<PlanCardProps, 'info' | 'interval' | 'onChoose'> & {
  onInterval: (interval: BillingInterval) => void
}

/** The plans for a subscriber; the current plan comes first if it is no longer in the catalog. */
export function PlanCards({ info, interval: asked, onInterval, onChoose }: PlanCardsProps) {
  const { subscription, plan: own, plans } = info
  if (!isLiveSubscription(subscription) || !own) return null
  const isInCatalog = plans.some(({ id }) => id === own.id)
  const all = isInCatalog ? plans.map((plan) => (plan.id === own.id ? own : plan)) : [own, ...plans]
  const interval = getSoldInterval(all, asked)
  const shown = listPlansFor(all, interval)
  return (
    <Stack component="section" gap={12} aria-labelledby="plans">
      <Title order={2} id="plans">
        Plans
      </Title>
      <IntervalSwitch plans={all} value={interval} onChange={onInterval} />
      <CatalogList>
        {shown.map((plan) => (
          <PlanCard
            key={plan.id}
            info={info}
            subscription={subscription}
            plan={plan}
            interval={interval}
            onChoose={onChoose}
          />
        ))}
      </CatalogList>
      <Text c="dimmed" fz="sm">
        {interval === 'MONTH' && subscription.interval === 'YEAR'
          ? 'To pay monthly after your paid year, cancel your subscription and choose a monthly plan when it ends.'
          : changeTerms}
      </Text>
    </Stack>
  )
}
