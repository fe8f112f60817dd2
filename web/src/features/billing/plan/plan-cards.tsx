import type { BillingInfo } from '@dooryard/contract/billing/billing'
import type { Plan } from '@dooryard/contract/billing/plans'
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

/** The price and contents of a plan. */
export function PlanTerms({ plan, tag }: { plan: Plan; tag?: ReactNode }) {
  const { name, price, monthlyCredits: credits } = plan
  return (
    <>
      <CatalogItemName>
        {name} {tag}
      </CatalogItemName>
      <StatText value={formatMoney(price)} size={26} span fz="sm" mt="auto">
        per month
      </StatText>
      <Group component="span" justify="space-between" gap="0 8px" c="dimmed" fz="sm" lh="20px" className="numbers">
        <Text component="strong" inherit c="var(--mantine-color-text)" fw={550}>
          {formatNumber(credits)} credits
        </Text>
        {formatPerCredit({ price, credits })} per credit
      </Group>
      <LeadEstimates credits={credits} />
    </>
  )
}

/** Returns the plan at the subscriber's own price, whatever it costs others now. */
const toSubscribedPlan = ({ planId, planName, price, creditsPerPeriod }: Subscription): Plan => ({
  id: planId,
  name: planName,
  price,
  monthlyCredits: creditsPerPeriod,
})

type PlanCardProps = { info: BillingInfo; subscription: Subscription; plan: Plan; onChoose: (plan: Plan) => void }

function PlanCard({ info, subscription, plan, onChoose }: PlanCardProps) {
  const { mayPay, isOff } = usePaymentAccess(info)
  const { planId, next, status, cancelAtPeriodEnd, graceUntil, currentPeriodEnd } = subscription
  const isCurrent = plan.id === planId
  const isPaid = status === 'ACTIVE'
  const waits = isPaid && (cancelAtPeriodEnd || next !== undefined)
  const mayChange = !isOff && !next && isPaid
  const from = <Tag tone="warn">{isPaid ? `From ${formatDay(currentPeriodEnd)}` : 'Once it is paid'}</Tag>
  const tag = isCurrent ? <Tag tone="good">Your plan</Tag> : plan.id === next?.planId ? from : undefined
  const choose = { fullWidth: true, mt: 8, disabled: !mayPay, onClick: () => onChoose(plan) }
  return (
    <CatalogItem isCurrent={isCurrent}>
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
    </CatalogItem>
  )
}

/** The plans for a subscriber; the current plan comes first if it is no longer in the catalog. */
export function PlanCards({ info, plans, onChoose }: Pick<PlanCardProps, 'info' | 'onChoose'> & { plans: Plan[] }) {
  const { subscription } = info
  if (!isLiveSubscription(subscription)) return null
  const own = toSubscribedPlan(subscription)
  const isInCatalog = plans.some(({ id }) => id === own.id)
  const shown = isInCatalog ? plans.map((plan) => (plan.id === own.id ? own : plan)) : [own, ...plans]
  return (
    <Stack component="section" gap={12} aria-labelledby="plans">
      <Title order={2} id="plans">
        Plans
      </Title>
      <CatalogList>
        {shown.map((plan) => (
          <PlanCard key={plan.id} info={info} subscription={subscription} plan={plan} onChoose={onChoose} />
        ))}
      </CatalogList>
      <Text c="dimmed" fz="sm">
        Upgrades start at once and cost the difference for the days left. Downgrades start at the next renewal. You see
        the price before you confirm.
      </Text>
    </Stack>
  )
}
