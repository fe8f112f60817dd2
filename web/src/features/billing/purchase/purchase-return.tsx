import { billing } from '@dooryard/contract/billing/billing'
import type { Checkout } from '@dooryard/contract/billing/purchases'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { getErrorMessage, isNotFoundError } from '../../../lib/api/errors.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { type PurchaseOutcome, recordPurchaseOutcome } from '../../../lib/order/agreed-order.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { useRefreshBilling } from '../billing.data.ts'
import classes from '../billing.module.css'
import { OutcomeBanner, type OutcomeMessage } from './outcome-banner.tsx'
import { getPendingPurchase, getRemainingPurchase, type PendingPurchase } from './pending-purchase.ts'
import { formatPurchaseText, formatPurchaseTitle, formatRefundText, formatRefundTitle } from './purchase-labels.ts'

const pollTimeoutMs = 60_000

/**
 * Polls the checkout state: once if it was cancelled, otherwise every second for a minute, and for another minute on
 * request.
 */
function useCheckoutState(id: string, wasCancelled: boolean) {
  const [pollUntil, setPollUntil] = useState(() => Date.now() + pollTimeoutMs)
  const [isTimedOut, setTimedOut] = useState(false)
  const result = useQuery({
    ...buildQuery(billing.checkoutState, { params: { sessionId: id } }),
    refetchInterval: ({ state }) =>
      !wasCancelled && state.data?.status === 'OPEN' && Date.now() < pollUntil ? 1000 : false,
  })
  useEffect(() => {
    // Based on the clock, since the last responses may not have arrived.
    const timer = setTimeout(() => setTimedOut(true), pollUntil - Date.now())
    return () => clearTimeout(timer)
  }, [pollUntil])
  const continuePolling = () => {
    setTimedOut(false)
    setPollUntil(Date.now() + pollTimeoutMs)
    void result.refetch()
  }
  return { ...result, isTimedOut, continuePolling }
}

/** Opens the return path; a click with a modifier key works as on any link. */
function BackButton({ to }: { to: string }) {
  const router = useRouter()
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate({ href: to })
  }
  return (
    <Button component="a" href={to} onClick={go}>
      Back to your order
    </Button>
  )
}

const creditsLink = (
  <LinkButton to="/portal/settings/credit-history" variant="default">
    View credit history
  </LinkButton>
)

/** Links to the screen of the selected plan; packs are selected on the screen that a purchase returns to. */
const buildPlanLink = ({ plan, interval, coupon }: PendingPurchase) =>
  plan && (
    <LinkButton to="/portal/settings/subscription" search={{ plan, interval, coupon }} variant="default">
      Back to the plan
    </LinkButton>
  )

const buildRetryButton = (label: string, onRetry: () => void) => (
  <Button variant="default" onClick={onRetry}>
    {label}
  </Button>
)

/** Returns the rest of the pending purchase after the checkout. */
const getPurchaseAfter = (pendingPurchase: PendingPurchase, checkout: Checkout | undefined) =>
  checkout?.status === 'PAID'
    ? getRemainingPurchase(pendingPurchase, checkout.credits + checkout.bonusCredits)
    : pendingPurchase

const unknownPurchaseMessage: OutcomeMessage = {
  tone: 'calm',
  title: 'Purchase not found',
  text: 'The link may be incomplete or belong to another account. See your payment history.',
}

const confirmingMessage: OutcomeMessage = {
  tone: 'confirming',
  title: 'Confirming your payment…',
  text: 'This takes a moment. You can leave this page.',
}

/** Builds the final message about a purchase. */
function buildOutcomeMessage(
  checkout: Checkout,
  pendingPurchase: PendingPurchase,
  wasCancelled: boolean,
): OutcomeMessage {
  if (checkout.status === 'PAID') {
    const back = getPurchaseAfter(pendingPurchase, checkout).need ? undefined : pendingPurchase.back
    const action = back ? <BackButton to={back} /> : checkout.kind !== 'PAYMENT_METHOD' && creditsLink
    return {
      takesFocus: true,
      tone: 'good',
      title: formatPurchaseTitle(checkout),
      text: formatPurchaseText(checkout),
      action,
    }
  }
  if (checkout.status === 'REFUNDED')
    return { takesFocus: true, tone: 'calm', title: formatRefundTitle(checkout), text: formatRefundText(checkout) }
  const action = pendingPurchase.back ? <BackButton to={pendingPurchase.back} /> : buildPlanLink(pendingPurchase)
  if (wasCancelled) {
    const text = 'You left before paying.'
    return { takesFocus: true, tone: 'calm', title: 'Nothing was charged.', text, action }
  }
  const text = `Nothing was charged. You can start again${pendingPurchase.plan ? '' : ' below'}.`
  return checkout.status === 'EXPIRED'
    ? { takesFocus: true, tone: 'calm', title: 'This purchase was not finished in time', text, action }
    : { takesFocus: true, tone: 'bad', title: 'The payment did not go through', text, action }
}

const toPurchaseOutcome = ({ status }: Checkout, wasCancelled: boolean): PurchaseOutcome =>
  status === 'OPEN' || (wasCancelled && status !== 'PAID' && status !== 'REFUNDED') ? 'CANCELLED' : status

/**
 * Tells the form of an order that was to be placed after this purchase how it ended, and opens the form once it is paid.
 * The function returns whether it does.
 */
function useContinueOrder({ back, agreedKey }: PendingPurchase) {
  const { id: userId } = useUser()
  const router = useRouter()
  return (outcome: PurchaseOutcome): boolean => {
    const isContinued = recordPurchaseOutcome(userId, agreedKey, outcome) && outcome === 'PAID'
    if (isContinued) void router.navigate({ href: back, replace: true })
    return isContinued
  }
}

type CheckoutOutcomeProps = {
  id: string
  /** Whether the return URL says that the checkout was cancelled; it may still have been paid in another tab. */
  wasCancelled: boolean
  onDone: (pendingPurchase: PendingPurchase) => void
}

function CheckoutOutcome({ id, wasCancelled, onDone }: CheckoutOutcomeProps) {
  const { data, error, isTimedOut, continuePolling } = useCheckoutState(id, wasCancelled)
  const refresh = useRefreshBilling()
  const [pendingPurchase] = useState(() => getPendingPurchase(id))
  const continueOrder = useContinueOrder(pendingPurchase)
  const isUnknown = isNotFoundError(error)
  const isOver = isUnknown || (data !== undefined && (wasCancelled || data.status !== 'OPEN'))
  const finish = useEffectEvent(() => {
    void refresh()
    const rest = getPurchaseAfter(pendingPurchase, data)
    // Credits for a part of what is missing do not place the order yet.
    const isPart = data?.status === 'PAID' && rest.need !== undefined
    if (!data || isPart || !continueOrder(toPurchaseOutcome(data, wasCancelled))) onDone(rest)
  })
  const giveUp = useEffectEvent(() => continueOrder('OPEN'))
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
  const isGivenUp = isTimedOut && !isOver
  useEffect(() => {
    if (isGivenUp) giveUp()
  }, [isGivenUp])
  // Each message mounts a new banner, which takes the focus again.
  const show = (news: OutcomeMessage) => <OutcomeBanner key={news.title} {...news} />
  if (isUnknown) return show(unknownPurchaseMessage)
  if (error && !data)
    return show({
      tone: 'bad',
      title: 'We couldn’t check your purchase',
      text: getErrorMessage(error),
      action: buildRetryButton('Try Again', continuePolling),
    })
  if (data && isOver) return show(buildOutcomeMessage(data, pendingPurchase, wasCancelled))
  if (wasCancelled) return null
  if (!isTimedOut) return show(confirmingMessage)
  return show({
    tone: 'waiting',
    title: 'Your payment is still being processed',
    text: 'You get your credits and a receipt by email once it’s confirmed.',
    action: buildRetryButton('Check again', continuePolling),
  })
}

/** Returns the last defined value. */
function useLastValue<Value>(value: Value | undefined) {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

type PurchaseReturnProps = {
  checkout: string | undefined
  cancelled: string | undefined
  /** Removes the return parameters from the URL. */
  onDone: (pendingPurchase: PendingPurchase) => void
}

/** Shows the outcome of a purchase when the user returns from the payment provider. */
export function PurchaseReturn({ checkout, cancelled, onDone }: PurchaseReturnProps) {
  const id = useLastValue(checkout ?? cancelled)
  const [wasCancelled, setLeft] = useState(false)
  const isLeft = checkout === undefined && (cancelled !== undefined || wasCancelled)
  if (isLeft !== wasCancelled) setLeft(isLeft)
  return (
    <div role="status" className={classes.place}>
      {id && <CheckoutOutcome key={id} id={id} wasCancelled={isLeft} onDone={onDone} />}
    </div>
  )
}
