import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isClientError } from '../../../lib/api/errors.ts'
import { chooseAgreedKey } from '../../../lib/api/idempotent-call.ts'
import {
  dropReturnedOrder,
  findAgreedOrder,
  judgeAgreedOrder,
  type OrderAgreement,
  saveAgreedOrder,
  savePlacedOrder,
} from '../../../lib/order/agreed-order.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { useUser } from '../../../lib/session/use-user.ts'

/** How long credits may take to arrive after their payment is confirmed. */
const maxWaitMs = 20_000

type AgreedOrderOptions = {
  /** The screen of the form, which the purchase returns to. */
  back: string
  /** The name that the form stores the idempotency key of an order under. */
  keyName: string
  /** The order as it stands; undefined while it is incomplete. */
  current: OrderAgreement | undefined
  /** Whether the prices and the audience are known, and no order is being placed. */
  isReady: boolean
  /** Places the order with the key. The form deletes the agreement with its draft once an order is placed. */
  place: (key: string, callbacks: { onError: (error: Error) => void }) => void
}

/** An order whose credits were bought is placed once, when they are here, or it is said why not. */
export function useAgreedOrder({ back, keyName, current, isReady, place }: AgreedOrderOptions) {
  const { id: userId } = useUser()
  const [agreed, setAgreed] = useState(() => findAgreedOrder(userId, back))
  const [choice, onChoose] = useState<boolean>()
  // A user who comes back without having paid finds the order as chosen.
  const isChosen = choice ?? (agreed !== undefined && !agreed.outcome && agreed.request === current?.request)
  const [isPlacing, setPlacing] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const isReturn = agreed?.outcome !== undefined
  const isWaitOver = useTimeout(isReturn, maxWaitMs)
  const verdict = useVerdict({ agreed: isReturn ? agreed : undefined, current, isReady, isWaitOver })

  const leaveToUser = () => {
    setAgreed(undefined)
    setPlacing(false)
  }
  const act = useEffectEvent(() => {
    if (!agreed || isPlacing) return
    if (verdict?.type === 'refuse') {
      saveAgreedOrder(userId, undefined)
      setRefusal(verdict.reason)
      leaveToUser()
    }
    if (verdict?.type !== 'place') return
    setPlacing(true)
    place(agreed.key, {
      onError: (error) => {
        // After a lost response a reload sends it again with its key, which places it once.
        if (isClientError(error)) saveAgreedOrder(userId, undefined)
        leaveToUser()
      },
    })
  })
  const verdictType = verdict?.type
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each verdict
  useEffect(() => act(), [verdictType])
  const leave = useEffectEvent(() => {
    if (!isPlacing) dropReturnedOrder(userId, back)
  })
  // An order that still waits when its form is left must not be placed when the form is opened again.
  useEffect(() => () => leave(), [])

  return {
    back,
    isChosen,
    onChoose,
    /** What the user can agree to. */
    offered: current,
    /** Saves the agreement, if one is chosen, before the user leaves to buy credits. */
    agree: () => {
      savePlacedOrder(userId, undefined)
      saveAgreedOrder(userId, isChosen && current ? buildAgreedOrder(current, { back, keyName }) : undefined)
    },
    refusal,
    state: isPlacing ? ('placing' as const) : isReturn ? ('waiting' as const) : undefined,
  }
}

const buildAgreedOrder = (
  { request, credits }: OrderAgreement,
  { back, keyName }: Pick<AgreedOrderOptions, 'back' | 'keyName'>,
) => ({ key: chooseAgreedKey(keyName), back, request, credits, agreedAt: Date.now() })

export type AgreedOrderControl = ReturnType<typeof useAgreedOrder>

type VerdictInput = Pick<AgreedOrderOptions, 'current' | 'isReady'> & {
  agreed: Parameters<typeof judgeAgreedOrder>[0] | undefined
  isWaitOver: boolean
}

/** Judges an agreed order once the prices and the balance are known; a payment that was not made, at once. */
function useVerdict({ agreed, current, isReady, isWaitOver }: VerdictInput) {
  const { data: me, isFetching } = useQuery(currentUserQuery())
  if (!agreed) return undefined
  const isKnown = isReady && me !== undefined && !isFetching
  if (agreed.outcome === 'PAID' && !isKnown) return { type: 'wait' as const }
  const spendable = me ? me.balance.subscriptionCredits + me.balance.onDemandCredits : 0
  return judgeAgreedOrder(agreed, { current, spendable, isWaitOver, now: Date.now() })
}

/** Whether the time has passed since it started to run. */
function useTimeout(isRunning: boolean, ms: number) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [isRunning, ms])
  return isOver
}
