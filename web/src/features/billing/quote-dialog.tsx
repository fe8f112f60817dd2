import type { BillingInfo } from '@dooryard/contract/billing'
import type { Quote, Subscription } from '@dooryard/contract/subscriptions'
import { Button, Skeleton } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isRefusal, sentenceFor } from '../../lib/errors.ts'
import { formatDay, formatMoney, plural } from '../../lib/format.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { CallDialog, DialogChoices, DialogText } from '../../ui/form/call-dialog.tsx'
import { useChangePlan } from './billing.data.ts'
import { CouponField } from './coupon-field.tsx'
import classes from './dialogs.module.css'
import offers from './offers.module.css'
import { BillLine } from './price-lines.tsx'
import { quoteAction, quoteLead, quoteLines, quoteTitle } from './quote-words.ts'
import { cardName, isLive } from './subscription-words.ts'
import { useCardChange } from './use-checkout.ts'
import { useQuotedChange } from './use-quoted-change.ts'

type Named = { id: string; name: string }

function Side({ label, name, words }: { label: string; name: string; words: string }) {
  return (
    <div className={classes.side}>
      <span>{label}</span>
      <strong>{name}</strong>
      <span>{words}</span>
    </div>
  )
}

/** The plan as it is and as it will be. */
function BeforeAfter({ info, subscription, plan, quote }: StandingProps) {
  const target = info.plans.find(({ id }) => id === plan.id)
  const credits = quote.kind === 'KEEP' ? subscription.creditsPerPeriod : target?.monthlyCredits
  const after = `${formatMoney(quote.nextInvoice.amount)} a month${credits ? `, ${plural(credits, 'credit')}` : ''}`
  const now = subscription.next && quote.kind === 'KEEP' ? subscription.next : subscription
  if (quote.kind === 'KEEP' && !subscription.next) return null
  return (
    <div className={classes.change}>
      <Side
        label={now === subscription ? 'Now' : 'Planned'}
        name={now.planName}
        words={`${formatMoney(now.price)} a month, ${plural(now.creditsPerPeriod, 'credit')}`}
      />
      <ArrowRight size={18} aria-hidden="true" />
      <Side
        label={quote.kind === 'DOWNGRADE' ? `From ${formatDay(quote.effectiveAt)}` : 'Then'}
        name={plan.name}
        words={after}
      />
    </div>
  )
}

type QuotedProps = { info: BillingInfo; plan: Named; quote: Quote }
type StandingProps = QuotedProps & { subscription: Subscription }

/** What the change costs and gives, to the cent and the day. */
function Quoted(props: QuotedProps) {
  const { info, plan, quote } = props
  const { subscription } = info
  if (!subscription) return null
  const lines = quoteLines(quote, plan.name, subscription.planName)
  const { paymentMethod } = info
  return (
    <>
      <DialogText>{quoteLead(quote, plan.name, subscription)}</DialogText>
      <BeforeAfter {...props} subscription={subscription} />
      <dl className={offers.bill}>
        {lines.map((line) => (
          <BillLine key={line.label} {...line} />
        ))}
        <BillLine
          label="Next invoice"
          value={`${formatMoney(quote.nextInvoice.amount)} on ${formatDay(quote.nextInvoice.at)}`}
        />
      </dl>
      {quote.amountDueNow.amount > 0 && paymentMethod && (
        <p className={classes.small}>Charged to {cardName(paymentMethod)}.</p>
      )}
    </>
  )
}

function Refusal({ error }: { error: Error }) {
  const { begin, isBusy } = useCardChange()
  const isDeclined = error instanceof ApiError && error.code === 'UNPROCESSABLE'
  return (
    <Notice tone="bad">
      <div className={classes.refusal}>
        {sentenceFor(error)}
        {isDeclined && (
          <Button size="compact-xs" variant="default" loading={isBusy} onClick={begin}>
            Change card
          </Button>
        )}
      </div>
    </Notice>
  )
}

/** Where there is no such change to make, as when another tab has made it. */
const Refused = ({ error, onClose }: { error: unknown; onClose: () => void }) => (
  <div className={classes.dialog} role="alert">
    <DialogText>{sentenceFor(error)}</DialogText>
    <DialogChoices>
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </DialogChoices>
  </div>
)

const lost =
  'We do not know whether the change was made. Send it again to be sure: it is made, and paid for, only once.'

type ContentProps = {
  plan: Named
  call: ReturnType<typeof useChangePlan>
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
  // A code that was typed is not silently left out.
  const confirm = () => (coupon.typed.trim() === '' || coupon.applied ? change() : field.current?.focus())
  return (
    <div className={classes.dialog}>
      <div className={classes.dialog} data-stale={coupon.isChecking || isRenewing || undefined} aria-live="polite">
        <Quoted plan={plan} {...quoted} />
      </div>
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
    </div>
  )
}

type QuoteDialogProps = { info: BillingInfo; plan: Named | undefined; onClose: () => void }

/** Shows what a change of plan costs and gives, and makes it. It is open while there is a plan to change to. */
export function QuoteDialog({ info, plan, onClose }: QuoteDialogProps) {
  const change = useChangePlan()
  const [kind, setKind] = useState<Quote['kind']>()
  const [shown, setShown] = useState(plan)
  // While the dialog fades away it still shows what it showed, as it was shown.
  if (plan && plan.id !== shown?.id) setShown(plan)
  if (!shown || !isLive(info.subscription)) return null
  return (
    <CallDialog
      call={change}
      opened={plan !== undefined}
      onClose={onClose}
      size={540}
      title={quoteTitle(shown.name, kind)}
      closeLabel="Change nothing"
    >
      {(close) => <Content key={shown.id} plan={shown} call={change} onKind={setKind} onClose={close} />}
    </CallDialog>
  )
}
