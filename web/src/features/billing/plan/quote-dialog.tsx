import type { BillingInfo } from '@dooryard/contract/billing'
import type { Quote, Subscription } from '@dooryard/contract/subscriptions'
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isRefusal, sentenceFor } from '../../../lib/errors.ts'
import { formatDay, formatMoney, plural } from '../../../lib/format.ts'
import { Notice } from '../../../ui/display/panel.tsx'
import { LoadFailure } from '../../../ui/display/state-view.tsx'
import { CallDialog, DialogChoices, DialogText } from '../../../ui/form/call-dialog.tsx'
import classes from '../billing.module.css'
import { Bill } from '../purchase/bill.tsx'
import { ChangeCardButton } from '../purchase/change-card-button.tsx'
import { CouponField } from '../purchase/coupon-field.tsx'
import { quoteAction, quoteLead, quoteLines, quoteTitle } from './quote-labels.ts'
import { cardName, isLive } from './subscription-labels.ts'
import { type ChangePlanCall, type PlanName, useChangePlan, useQuotedChange } from './use-quoted-change.ts'

type SideProps = { label: string; name: string; terms: string; isNew?: boolean }

const newSide = {
  bd: '1px solid var(--accent)',
  bg: 'var(--mantine-color-brand-light)',
  c: 'var(--mantine-color-brand-light-color)',
}

const Side = ({ label, name, terms, isNew }: SideProps) => (
  <Paper withBorder px={14} py={12} flex="1 1 0" miw={0} fz="xs" lh="18px" c="dimmed" {...(isNew && newSide)}>
    <div>{label}</div>
    <Text
      component="strong"
      display="block"
      fz={15}
      lh="24px"
      fw={600}
      c={isNew ? 'inherit' : 'var(--mantine-color-text)'}
    >
      {name}
    </Text>
    <div>{terms}</div>
  </Paper>
)

type QuotedProps = { info: BillingInfo; plan: PlanName; quote: Quote }

/** The plan as it is and as it will be. */
function BeforeAfter({ info, subscription, plan, quote }: QuotedProps & { subscription: Subscription }) {
  const { kind, nextInvoice, effectiveAt } = quote
  const isKept = kind === 'KEEP'
  if (isKept && !subscription.next) return null
  const target = info.plans.find(({ id }) => id === plan.id)
  const credits = isKept ? subscription.creditsPerPeriod : target?.monthlyCredits
  const planned = isKept ? subscription.next : undefined
  const now = planned ?? subscription
  return (
    <Group wrap="nowrap" align="stretch" gap={12} c="dimmed" className="numbers">
      <Side
        label={planned ? 'Planned' : 'Now'}
        name={now.planName}
        terms={`${formatMoney(now.price)} a month, ${plural(now.creditsPerPeriod, 'credit')}`}
      />
      <ArrowRight size={18} aria-hidden="true" style={{ flex: 'none', alignSelf: 'center' }} />
      <Side
        isNew
        label={kind === 'DOWNGRADE' ? `From ${formatDay(effectiveAt)}` : 'Then'}
        name={plan.name}
        terms={`${formatMoney(nextInvoice.amount)} a month${credits ? `, ${plural(credits, 'credit')}` : ''}`}
      />
    </Group>
  )
}

/** What the change costs and gives, to the cent and the day. */
function Quoted({ info, plan, quote }: QuotedProps) {
  const { subscription, paymentMethod } = info
  if (!subscription) return null
  const { amount, at } = quote.nextInvoice
  const next = { label: 'Next invoice', value: `${formatMoney(amount)} on ${formatDay(at)}` }
  return (
    <>
      <DialogText>{quoteLead(quote, plan.name, subscription)}</DialogText>
      <BeforeAfter info={info} plan={plan} quote={quote} subscription={subscription} />
      <Bill lines={[...quoteLines(quote, plan.name, subscription.planName), next]} />
      {quote.amountDueNow.amount > 0 && paymentMethod && (
        <Text c="dimmed" fz="xs" mt={-6}>
          Charged to {cardName(paymentMethod)}.
        </Text>
      )}
    </>
  )
}

function Refusal({ error }: { error: Error }) {
  const isDeclined = error instanceof ApiError && error.code === 'UNPROCESSABLE'
  return (
    <Notice tone="bad">
      <Group justify="space-between" gap="6px 12px">
        {sentenceFor(error)}
        {isDeclined && <ChangeCardButton size="compact-xs">Change card</ChangeCardButton>}
      </Group>
    </Notice>
  )
}

/** Where there is no such change to make, as when another tab has made it. */
const Refused = ({ error, onClose }: { error: unknown; onClose: () => void }) => (
  <Stack gap={16} role="alert">
    <DialogText>{sentenceFor(error)}</DialogText>
    <DialogChoices>
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </DialogChoices>
  </Stack>
)

const lost =
  'We do not know whether the change was made. Send it again to be sure: it is made, and paid for, only once.'

type ContentProps = {
  plan: PlanName
  call: ChangePlanCall
  onKind: (kind: Quote['kind']) => void
  onClose: () => void
}

function Content({ plan, call, onKind, onClose }: ContentProps) {
  const { quoted, coupon, isRenewing, isOutdated, isLost, error, retry, change } = useQuotedChange(plan, call, onClose)
  const field = useRef<HTMLInputElement>(null)
  const kind = quoted?.quote.kind
  useEffect(() => {
    if (kind) onKind(kind)
  }, [kind, onKind])
  if (isRefusal(error)) return <Refused error={error} onClose={onClose} />
  if (error) return <LoadFailure what="The price of this change" error={error} onRetry={retry} />
  if (!quoted) return <Skeleton height={260} radius="md" />
  const { quote } = quoted
  const isStale = coupon.isChecking || isRenewing || undefined
  // A code that was typed is not silently left out.
  const confirm = () => (coupon.typed.trim() === '' || coupon.applied ? change() : field.current?.focus())
  return (
    <Stack gap={16} miw={0}>
      <Stack gap={16} miw={0} opacity={isStale && 0.6} data-stale={isStale} aria-live="polite">
        <Quoted plan={plan} {...quoted} />
      </Stack>
      {quote.kind === 'UPGRADE' && <CouponField coupon={coupon} inputRef={field} />}
      <div role="status" className={classes.status}>
        {isOutdated && !isRenewing && (
          <Notice tone="warn">Something has changed since you saw the price. This is what it comes to now.</Notice>
        )}
        {isLost && <Notice tone="warn">{lost}</Notice>}
      </div>
      {call.error && !isOutdated && !isLost && <Refusal error={call.error} />}
      <DialogChoices>
        <Button variant="default" disabled={call.isPending} onClick={onClose}>
          Not now
        </Button>
        <Button loading={call.isPending} disabled={coupon.isChecking} onClick={confirm}>
          {quoteAction(quote, plan.name)}
        </Button>
      </DialogChoices>
    </Stack>
  )
}

type QuoteDialogProps = { info: BillingInfo; plan: PlanName; opened: boolean; onClose: () => void }

/** Shows what a change of plan costs and gives, and makes it. */
export function QuoteDialog({ info, plan, opened, onClose }: QuoteDialogProps) {
  const change = useChangePlan()
  const [kind, setKind] = useState<Quote['kind']>()
  if (!isLive(info.subscription)) return null
  return (
    <CallDialog
      call={change}
      opened={opened}
      onClose={onClose}
      size={540}
      title={quoteTitle(plan.name, kind)}
      closeLabel="Change nothing"
    >
      {(close) => <Content key={plan.id} plan={plan} call={change} onKind={setKind} onClose={close} />}
    </CallDialog>
  )
}
