import type { Checkout } from '@dooryard/contract/purchases'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleCheck, CircleX, Hourglass, Info } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isMissing, sentenceFor } from '../../lib/errors.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { checkoutState, useRefreshBilling } from './billing.data.ts'
import classes from './purchase-return.module.css'
import { boughtText, boughtTitle, refundedText, refundedTitle } from './purchase-words.ts'
import { type Errand, errandAfter, errandOf } from './way-back.ts'

const patienceMs = 60_000

const icons = { good: CircleCheck, bad: CircleX, calm: Info, waiting: Hourglass }

type BannerProps = { tone: keyof typeof icons; title: string; text: ReactNode; children?: ReactNode; takesFocus?: true }

function Banner({ tone, title, text, children, takesFocus }: BannerProps) {
  const box = useRef<HTMLElement>(null)
  const Icon = icons[tone]
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <section ref={box} className={classes.banner} data-tone={tone} aria-label={title} tabIndex={-1}>
      <Icon size={20} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{text}</p>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </section>
  )
}

/** Asks how a purchase stands: once if it was left, else each second for a minute, and on being told to, for another. */
function useOutcome(id: string, wasLeft: boolean) {
  const [asksUntil, setAsksUntil] = useState(() => Date.now() + patienceMs)
  const [isLate, setLate] = useState(false)
  const result = useQuery({
    ...checkoutState(id),
    refetchInterval: ({ state }) =>
      !wasLeft && state.data?.status === 'OPEN' && Date.now() < asksUntil ? 1000 : false,
  })
  useEffect(() => {
    // By the clock, since the last answers may not have come.
    const timer = setTimeout(() => setLate(true), asksUntil - Date.now())
    return () => clearTimeout(timer)
  }, [asksUntil])
  const askOn = () => {
    setLate(false)
    setAsksUntil(Date.now() + patienceMs)
    void result.refetch()
  }
  return { ...result, isLate, askOn }
}

/** Leads to a screen whose address came along; a click with a modifier key opens it as with any link. */
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

function Bought({ checkout, back }: { checkout: Checkout; back: string | undefined }) {
  return (
    <Banner takesFocus tone="good" title={boughtTitle(checkout)} text={boughtText(checkout)}>
      {back ? (
        <BackButton to={back} />
      ) : (
        checkout.kind !== 'PAYMENT_METHOD' && (
          <LinkButton to="/portal/settings/credit-history" variant="default">
            See the credits
          </LinkButton>
        )
      )}
    </Banner>
  )
}

type OutcomeProps = {
  id: string
  /** Whether the checkout was left, as far as its address tells: it may have been paid for in another tab. */
  wasLeft: boolean
  onDone: (errand: Errand) => void
}

/** To the plan that was chosen, on a screen of its own; packs are chosen on the one that a purchase leads back to. */
function ChosenPlan({ errand: { plan, coupon } }: { errand: Errand }) {
  return (
    <LinkButton to="/portal/settings/subscription" search={{ plan, coupon }} variant="default">
      Back to the plan
    </LinkButton>
  )
}

function NotPaid({ status, errand }: Pick<Checkout, 'status'> & { errand: Errand }) {
  const hasExpired = status === 'EXPIRED'
  return (
    <Banner
      takesFocus
      tone={hasExpired ? 'calm' : 'bad'}
      title={hasExpired ? 'This purchase was not finished in time' : 'The payment did not go through'}
      text={`Nothing was charged. You can start again${errand.plan ? '' : ' below'}.`}
    >
      {errand.plan && <ChosenPlan errand={errand} />}
    </Banner>
  )
}

const Left = ({ errand }: { errand: Errand }) => (
  <Banner takesFocus tone="calm" title="Nothing was charged." text="You left before paying. All is as it was.">
    {errand.plan && <ChosenPlan errand={errand} />}
  </Banner>
)

const unknownPurchase = (
  <Banner
    tone="calm"
    title="There is no such purchase"
    text="The address may be cut short, or be about another account. What you paid for is in your payment history."
  />
)

const confirming = (
  <section className={classes.banner} data-tone="waiting" aria-label="Your purchase">
    <Loader size={18} className={classes.icon} />
    <div className={classes.words}>
      <p className={classes.title}>Confirming your payment…</p>
      <p className={classes.text}>This takes a moment. You can stay here or go on; nothing gets lost.</p>
    </div>
  </section>
)

const again = (label: string, onAgain: () => void) => (
  <Button variant="default" onClick={onAgain}>
    {label}
  </Button>
)

const Late = ({ onAgain }: { onAgain: () => void }) => (
  <Banner
    tone="waiting"
    title="Your payment is still being processed"
    text="Nothing is lost. As soon as it is confirmed your credits are there, and you get a mail."
  >
    {again('Check again', onAgain)}
  </Banner>
)

/** What is left to do once it is known how a purchase stands. */
const errandLeft = (errand: Errand, checkout: Checkout | undefined) =>
  checkout?.status === 'PAID' ? errandAfter(errand, checkout.credits + checkout.bonusCredits) : errand

function Outcome({ id, wasLeft, onDone }: OutcomeProps) {
  const { data, error, isLate, askOn } = useOutcome(id, wasLeft)
  const refresh = useRefreshBilling()
  const [errand] = useState(() => errandOf(id))
  const isUnknown = isMissing(error)
  const isOver = isUnknown || (data !== undefined && (wasLeft || data.status !== 'OPEN'))
  const finish = useEffectEvent(() => {
    void refresh()
    onDone(errandLeft(errand, data))
  })
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
  if (isUnknown) return unknownPurchase
  if (error && !data)
    return (
      <Banner tone="bad" title="We could not ask how your purchase stands" text={sentenceFor(error)}>
        {again('Try Again', askOn)}
      </Banner>
    )
  if (data?.status === 'PAID')
    return <Bought checkout={data} back={errandLeft(errand, data).need ? undefined : errand.back} />
  if (data?.status === 'REFUNDED')
    return <Banner takesFocus tone="calm" title={refundedTitle(data)} text={refundedText(data)} />
  if (wasLeft) return data ? <Left errand={errand} /> : null
  if (data && isOver) return <NotPaid status={data.status} errand={errand} />
  return isLate ? <Late onAgain={askOn} /> : confirming
}

type PurchaseReturnProps = {
  checkout: string | undefined
  cancelled: string | undefined
  /** Takes what came with the address out of it again. */
  onDone: (errand: Errand) => void
}

/** Keeps the last value that there was. */
function useLast<Value>(value: Value | undefined) {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** What came of a purchase, for somebody who comes back from paying for it or from leaving it. */
export function PurchaseReturn({ checkout, cancelled, onDone }: PurchaseReturnProps) {
  const id = useLast(checkout ?? cancelled)
  const [wasLeft, setLeft] = useState(false)
  const isLeft = checkout === undefined && (cancelled !== undefined || wasLeft)
  if (isLeft !== wasLeft) setLeft(isLeft)
  return (
    <div role="status" className={classes.place}>
      {id && <Outcome key={id} id={id} wasLeft={isLeft} onDone={onDone} />}
    </div>
  )
}
