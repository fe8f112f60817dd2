import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'

export type Offer = {
  id: string
  label: string
  note?: string | undefined
  isPicked?: boolean
  isOff?: boolean
  /** Nothing would be found by it: Enter takes another that matches as well. */
  isEmpty?: boolean
}
export type OfferGroup = { label: string; offers: readonly Offer[] }

/** All offers that can be picked, in the order in which the arrow keys come to them. */
const offersOf = (groups: readonly OfferGroup[]) => groups.flatMap(({ offers }) => offers).filter(({ isOff }) => !isOff)

/** What Enter picks of the offers for a text while the arrow keys are at none. Enter takes away nothing that is picked. */
export function firstOffer(groups: readonly OfferGroup[], text: string): string | undefined {
  if (text.trim() === '') return undefined
  const offers = offersOf(groups)
  const first = offers.find(({ isEmpty }) => !isEmpty) ?? offers[0]
  return first?.isPicked ? undefined : first?.id
}

/** Whether an offer, though it may be one for an earlier text, is called by this text, too. */
export const isNamed = ({ label }: Offer, text: string) => label.toLowerCase().includes(text.trim().toLowerCase())

const keys = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Escape'])

export type Offers = {
  text: string
  groups: readonly OfferGroup[]
  /** Whether the offers are those of the text, and not of what was typed before. */
  isSettled: boolean
  /** What Enter picks while the arrow keys are at none. */
  first: string | undefined
  /** Asked for from when the box is first used. */
  onOpen: (isOpen: boolean) => void
  closesOnPick: boolean
  onPick: (id: string) => void
  onBack?: () => void
}

/**
 * Whether the list is open, which offer the keys are at, and what the keys do. Enter waits until the offers are those of the
 * text, as somebody who types a name and Enter in one go expects; `isWaiting` while it does. Typing on and Escape forget it,
 * and who leaves the box need not wait for it.
 */
export function useOfferKeys({ text, groups, isSettled, first, onOpen, closesOnPick, onPick, onBack }: Offers) {
  const [isOpen, setIsOpen] = useState(false)
  const [atKeys, setAtKeys] = useState<string>()
  const [entered, setEntered] = useState<{ at: string | undefined; isLeft: boolean }>()
  const offers = offersOf(groups)
  const ids = offers.map(({ id }) => id)
  // Another list starts anew.
  const at = atKeys === undefined ? -1 : ids.indexOf(atKeys)
  const active = ids[at]
  const step = (by: number) => setAtKeys(ids[(at + by + (at < 0 && by < 0 ? 1 : 0) + ids.length) % ids.length])
  const forget = () => {
    setAtKeys(undefined)
    setEntered(undefined)
  }
  const open = (next: boolean) => {
    forget()
    if (next === isOpen) return
    setIsOpen(next)
    onOpen(next)
  }
  const pick = (one: string) => {
    onPick(one)
    forget()
    if (closesOnPick) open(false)
  }
  const take = useEffectEvent(() => {
    // Where the arrow keys were at an offer of an earlier text that is no longer there, what is typed counts.
    const one = ids.find((id) => id === entered?.at) ?? first
    if (one !== undefined) onPick(one)
    forget()
    if (entered?.isLeft || (one !== undefined && closesOnPick)) open(false)
  })
  useEffect(() => {
    if (entered && isSettled) take()
  }, [entered, isSettled])
  const act = (key: string) => {
    if (key === 'ArrowDown') return isOpen ? step(1) : open(true)
    if (key === 'ArrowUp') return isOpen ? step(-1) : open(true)
    if (key === 'Escape') return open(false)
    const chosen = offers[at]
    if (chosen && isNamed(chosen, text)) return pick(chosen.id)
    if (isOpen) setEntered({ at: active, isLeft: false })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    if (key === 'Backspace' && text === '') return onBack?.()
    if (!keys.has(key) || (key === 'Escape' && !isOpen) || nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    act(key)
  }
  const isWaiting = entered !== undefined && !isSettled
  const enter = () => (isWaiting ? setEntered({ ...entered, isLeft: false }) : open(true))
  return {
    isOpen: isOpen && !entered?.isLeft,
    /** What Enter would pick now, which those who cannot see the list are told. */
    enters: active ?? (isSettled ? first : undefined),
    isChosen: active !== undefined,
    isWaiting,
    open,
    pick,
    box: {
      onFocus: enter,
      onClick: enter,
      onBlur: () => (isWaiting ? setEntered({ ...entered, isLeft: true }) : open(false)),
      onKeyDown,
    },
  }
}
