import { billing } from '@dooryard/contract/billing'
import type { Checkout } from '@dooryard/contract/purchases'
import { Box, Button, Flex, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleCheck, CircleX, Hourglass, Info } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isMissing, sentenceFor } from '../../../lib/errors.ts'
import { queryOf } from '../../../lib/query.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { toneColors } from '../../../ui/display/tones.ts'
import { useRefreshBilling } from '../billing.data.ts'
import classes from '../billing.module.css'
import { type Errand, readErrand, remainingErrand } from './errand.ts'
import { boughtText, boughtTitle, refundedText, refundedTitle } from './purchase-labels.ts'

const patienceMs = 60_000

const iconStyle = { flex: 'none', marginTop: 1 }
const calm = { bg: 'var(--mantine-color-body)', bd: '1px solid var(--line)' }
const tones = {
  good: { icon: <CircleCheck size={20} aria-hidden="true" style={iconStyle} />, look: toneColors('good') },
  bad: { icon: <CircleX size={20} aria-hidden="true" style={iconStyle} />, look: toneColors('bad') },
  calm: { icon: <Info size={20} aria-hidden="true" style={iconStyle} />, look: calm },
  waiting: { icon: <Hourglass size={20} aria-hidden="true" style={iconStyle} />, look: toneColors('brand') },
  confirming: { icon: <Loader size={18} style={iconStyle} />, look: toneColors('brand') },
}

type News = {
  tone: keyof typeof tones
  title: string
  text: string
  action?: ReactNode
  /** Whether it is the last word on the purchase. */
  takesFocus?: true
}

function Banner({ tone, title, text, action, takesFocus }: News) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  const { icon, look } = tones[tone]
  return (
    <Group
      ref={box}
      component="section"
      aria-label={tone === 'confirming' ? 'Your purchase' : title}
      tabIndex={-1}
      align="flex-start"
      wrap="nowrap"
      gap={14}
      px={{ base: 16, sm: 20 }}
      py={{ base: 14, sm: 16 }}
      bd="1px solid transparent"
      bdrs="md"
      style={{ outline: 'none' }}
      {...look}
    >
      {icon}
      <Flex
        flex={1}
        miw={0}
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'flex-start', sm: 'center' }}
        justify="space-between"
        gap={{ base: 12, sm: 14 }}
      >
        <div>
          <Text fw={600}>{title}</Text>
          <Text fz="sm" lh="20px">
            {text}
          </Text>
        </div>
        {action && <Box flex="none">{action}</Box>}
      </Flex>
    </Group>
  )
}

/** Asks how a purchase stands: once if it was left, else each second for a minute, and on being told to, for another. */
function useOutcome(id: string, wasLeft: boolean) {
  const [asksUntil, setAsksUntil] = useState(() => Date.now() + patienceMs)
  const [isLate, setLate] = useState(false)
  const result = useQuery({
    ...queryOf(billing.checkoutState, { params: { sessionId: id } }),
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

const creditsLink = (
  <LinkButton to="/portal/settings/credit-history" variant="default">
    See the credits
  </LinkButton>
)

/** To the plan that was chosen, on a screen of its own; packs are chosen on the one that a purchase leads back to. */
const planLink = ({ plan, coupon }: Errand) =>
  plan && (
    <LinkButton to="/portal/settings/subscription" search={{ plan, coupon }} variant="default">
      Back to the plan
    </LinkButton>
  )

const againButton = (label: string, onAgain: () => void) => (
  <Button variant="default" onClick={onAgain}>
    {label}
  </Button>
)

/** What is left to do once it is known how a purchase stands. */
const errandLeft = (errand: Errand, checkout: Checkout | undefined) =>
  checkout?.status === 'PAID' ? remainingErrand(errand, checkout.credits + checkout.bonusCredits) : errand

const unknownPurchase: News = {
  tone: 'calm',
  title: 'There is no such purchase',
  text: 'The address may be cut short, or be about another account. What you paid for is in your payment history.',
}

const confirming: News = {
  tone: 'confirming',
  title: 'Confirming your payment…',
  text: 'This takes a moment. You can stay here or go on; nothing gets lost.',
}

/** What is said of a purchase on which the last word is spoken. */
function outcomeNews(checkout: Checkout, errand: Errand, wasLeft: boolean): News {
  if (checkout.status === 'PAID') {
    const back = errandLeft(errand, checkout).need ? undefined : errand.back
    const action = back ? <BackButton to={back} /> : checkout.kind !== 'PAYMENT_METHOD' && creditsLink
    return { takesFocus: true, tone: 'good', title: boughtTitle(checkout), text: boughtText(checkout), action }
  }
  if (checkout.status === 'REFUNDED')
    return { takesFocus: true, tone: 'calm', title: refundedTitle(checkout), text: refundedText(checkout) }
  const action = planLink(errand)
  if (wasLeft) {
    const text = 'You left before paying. All is as it was.'
    return { takesFocus: true, tone: 'calm', title: 'Nothing was charged.', text, action }
  }
  const text = `Nothing was charged. You can start again${errand.plan ? '' : ' below'}.`
  return checkout.status === 'EXPIRED'
    ? { takesFocus: true, tone: 'calm', title: 'This purchase was not finished in time', text, action }
    : { takesFocus: true, tone: 'bad', title: 'The payment did not go through', text, action }
}

type OutcomeProps = {
  id: string
  /** Whether the checkout was left, as far as its address tells: it may have been paid for in another tab. */
  wasLeft: boolean
  onDone: (errand: Errand) => void
}

function Outcome({ id, wasLeft, onDone }: OutcomeProps) {
  const { data, error, isLate, askOn } = useOutcome(id, wasLeft)
  const refresh = useRefreshBilling()
  const [errand] = useState(() => readErrand(id))
  const isUnknown = isMissing(error)
  const isOver = isUnknown || (data !== undefined && (wasLeft || data.status !== 'OPEN'))
  const finish = useEffectEvent(() => {
    void refresh()
    onDone(errandLeft(errand, data))
  })
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
  // Each banner is another one, which takes the focus anew.
  const show = (news: News) => <Banner key={news.title} {...news} />
  if (isUnknown) return show(unknownPurchase)
  if (error && !data)
    return show({
      tone: 'bad',
      title: 'We could not ask how your purchase stands',
      text: sentenceFor(error),
      action: againButton('Try Again', askOn),
    })
  if (data && isOver) return show(outcomeNews(data, errand, wasLeft))
  if (wasLeft) return null
  if (!isLate) return show(confirming)
  return show({
    tone: 'waiting',
    title: 'Your payment is still being processed',
    text: 'Nothing is lost. As soon as it is confirmed your credits are there, and you get a mail.',
    action: againButton('Check again', askOn),
  })
}

/** Keeps the last value that there was. */
function useLast<Value>(value: Value | undefined) {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

type PurchaseReturnProps = {
  checkout: string | undefined
  cancelled: string | undefined
  /** Takes what came with the address out of it again. */
  onDone: (errand: Errand) => void
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
