import type { Money } from '@dooryard/contract/api/money'
import type { BillingInfo } from '@dooryard/contract/billing/billing'
import type { BillingInterval } from '@dooryard/contract/billing/plans'
import type { PlanChangePreview, Subscription } from '@dooryard/contract/billing/subscriptions'
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, getErrorMessage, isClientError } from '../../../lib/api/errors.ts'
import { formatDay, formatMoney, pluralize } from '../../../lib/format/format.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { DialogActions, DialogText, MutationDialog } from '../../../ui/form/mutation-dialog.tsx'
import classes from '../billing.module.css'
import { Bill } from '../purchase/bill.tsx'
import { ChangeCardButton } from '../purchase/change-card-button.tsx'
import { CouponField } from '../purchase/coupon-field.tsx'
import { intervalLabels } from './interval-labels.ts'
import {
  formatPlanChangeAction,
  formatPlanChangeSummary,
  formatPlanChangeTitle,
  isAnnualSwitch,
  toPlanChangeLines,
} from './plan-change-labels.ts'
import { formatCard, isLiveSubscription } from './subscription-labels.ts'
import { type ChangePlanMutation, type PlanReference, useChangePlan, usePlanChange } from './use-plan-change.ts'

type PlanSideProps = { label: string; name: string; terms: string; isNew?: boolean }

const newPlanStyle = {
  bd: '1px solid var(--accent)',
  bg: 'var(--mantine-color-brand-light)',
  c: 'var(--mantine-color-brand-light-color)',
}

const PlanSide = ({ label, name, terms, isNew }: PlanSideProps) => (
  <Paper withBorder px={14} py={12} flex="1 1 0" miw={0} fz="xs" lh="18px" c="dimmed" {...(isNew && newPlanStyle)}>
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

type PreviewProps = { info: BillingInfo; plan: PlanReference; quote: PlanChangePreview }

/** `$149 per month, 4,000 credits`, `$1,490 per year, 4,000 credits per month`. */
const formatTerms = (price: Money, interval: BillingInterval, credits: number | undefined) =>
  `${formatMoney(price)} ${intervalLabels[interval]}` +
  (credits ? `, ${pluralize(credits, 'credit')}${interval === 'YEAR' ? ' per month' : ''}` : '')

/** The current plan and the new one. */
function PlanComparison({ info, subscription, plan, quote }: PreviewProps & { subscription: Subscription }) {
  const { kind, nextInvoice, effectiveAt } = quote
  const keepsPlan = kind === 'KEEP'
  if (keepsPlan && !subscription.next) return null
  const target = info.plans.find(({ id }) => id === plan.id)
  const credits = keepsPlan ? subscription.creditsPerPeriod : target?.monthlyCredits
  const planned = keepsPlan ? subscription.next : undefined
  const now = planned ?? subscription
  return (
    <Group wrap="nowrap" align="stretch" gap={12} c="dimmed" className="numbers">
      <PlanSide
        label={planned ? 'Planned' : 'Now'}
        name={now.planName}
        terms={formatTerms(now.price, subscription.interval, now.creditsPerPeriod)}
      />
      <ArrowRight size={18} aria-hidden="true" style={{ flex: 'none', alignSelf: 'center' }} />
      <PlanSide
        isNew
        label={kind === 'DOWNGRADE' ? `From ${formatDay(effectiveAt)}` : 'Then'}
        name={plan.name}
        terms={formatTerms(nextInvoice.amount, quote.interval, credits)}
      />
    </Group>
  )
}

/** Shows the exact cost, credits and dates of the change. */
function PreviewDetails({ info, plan, quote }: PreviewProps) {
  const { subscription, paymentMethod } = info
  if (!subscription) return null
  const { amount, at } = quote.nextInvoice
  const next = { label: 'Next invoice', value: `${formatMoney(amount)} on ${formatDay(at)}` }
  return (
    <>
      <DialogText>{formatPlanChangeSummary(quote, plan.name, subscription)}</DialogText>
      <PlanComparison info={info} plan={plan} quote={quote} subscription={subscription} />
      <Bill lines={[...toPlanChangeLines(quote, plan.name, subscription), next]} />
      {quote.amountDueNow.amount > 0 && paymentMethod && (
        <Text c="dimmed" fz="xs" mt={-6}>
          Charged to {formatCard(paymentMethod)}.
        </Text>
      )}
    </>
  )
}

function PaymentRefusal({ error }: { error: Error }) {
  const isDeclined = error instanceof ApiError && error.code === 'UNPROCESSABLE'
  return (
    <FailureNotice error={error}>
      <Group justify="space-between" gap="6px 12px">
        {getErrorMessage(error)}
        {isDeclined && <ChangeCardButton size="compact-xs">Change card</ChangeCardButton>}
      </Group>
    </FailureNotice>
  )
}

/** Shown when the change is not available, for example because another tab has already made it. */
const ChangeUnavailable = ({ error, onClose }: { error: unknown; onClose: () => void }) => (
  <Stack gap={16} role="alert">
    <DialogText>{getErrorMessage(error)}</DialogText>
    <DialogActions>
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  </Stack>
)

const unknownOutcomeText =
  'We do not know whether the change was made. Send it again to be sure: it is made, and paid for, only once.'

type PlanChangeContentProps = {
  plan: PlanReference
  call: ChangePlanMutation
  onKind: (kind: PlanChangePreview['kind']) => void
  onClose: () => void
}

function PlanChangeContent({ plan, call, onKind, onClose }: PlanChangeContentProps) {
  const { preview, coupon, isRefreshing, isOutdated, isOutcomeUnknown, error, retry, change } = usePlanChange(
    plan,
    call,
    onClose,
  )
  const field = useRef<HTMLInputElement>(null)
  const kind = preview?.quote.kind
  useEffect(() => {
    if (kind) onKind(kind)
  }, [kind, onKind])
  if (isClientError(error)) return <ChangeUnavailable error={error} onClose={onClose} />
  if (error) return <LoadFailure what="The price of this change" error={error} onRetry={retry} />
  if (!preview) return <Skeleton height={260} radius="md" />
  const { quote, info } = preview
  const isSwitch = info.subscription !== undefined && isAnnualSwitch(plan, info.subscription)
  const isStale = coupon.isChecking || isRefreshing || undefined
  // A typed code must not be ignored silently.
  const confirm = () => (coupon.typed.trim() === '' || coupon.applied ? change() : field.current?.focus())
  return (
    <Stack gap={16} miw={0}>
      <Stack gap={16} miw={0} opacity={isStale && 0.6} data-stale={isStale} aria-live="polite">
        <PreviewDetails plan={plan} {...preview} />
      </Stack>
      {quote.kind === 'UPGRADE' && <CouponField coupon={coupon} inputRef={field} />}
      <div role="status" className={classes.status}>
        {isOutdated && !isRefreshing && (
          <Notice tone="warn">The price has changed. Review it before you confirm.</Notice>
        )}
        {isOutcomeUnknown && <Notice tone="warn">{unknownOutcomeText}</Notice>}
      </div>
      {call.error && !isOutdated && !isOutcomeUnknown && <PaymentRefusal error={call.error} />}
      <DialogActions>
        <Button variant="default" disabled={call.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button loading={call.isPending} disabled={coupon.isChecking} onClick={confirm}>
          {formatPlanChangeAction(quote, { name: plan.name, isSwitch })}
        </Button>
      </DialogActions>
    </Stack>
  )
}

type PlanChangeDialogProps = { info: BillingInfo; plan: PlanReference; opened: boolean; onClose: () => void }

/** Previews a plan change, and makes it. */
export function PlanChangeDialog({ info, plan, opened, onClose }: PlanChangeDialogProps) {
  const change = useChangePlan()
  const [kind, setKind] = useState<PlanChangePreview['kind']>()
  if (!isLiveSubscription(info.subscription)) return null
  return (
    <MutationDialog
      call={change}
      opened={opened}
      onClose={onClose}
      size={540}
      title={formatPlanChangeTitle({ name: plan.name, kind, isSwitch: isAnnualSwitch(plan, info.subscription) })}
      closeLabel="Change nothing"
    >
      {(close) => (
        <PlanChangeContent
          key={`${plan.id} ${plan.interval}`}
          plan={plan}
          call={change}
          onKind={setKind}
          onClose={close}
        />
      )}
    </MutationDialog>
  )
}
