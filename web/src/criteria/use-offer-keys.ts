import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { isNamed, type OfferGroup, offersOf } from './offers.ts'

/** Which of the offers the arrow keys are at; another list starts anew. */
function useActive(ids: readonly string[]) {
  const [active, setActive] = useState<string>()
  const at = active === undefined ? -1 : ids.indexOf(active)
  const step = (by: number) => setActive(ids[(at + by + (at < 0 && by < 0 ? 1 : 0) + ids.length) % ids.length])
  return { active: at < 0 ? undefined : active, step, setActive }
}

type Given = {
  text: string
  groups: readonly OfferGroup[]
  isSettled: boolean
  first: string | undefined
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
export function useOfferKeys({ text, groups, isSettled, first, onOpen, closesOnPick, onPick, onBack }: Given) {
  const [isOpen, setIsOpen] = useState(false)
  const [entered, setEntered] = useState<{ at: string | undefined; isLeft: boolean }>()
  const offers = offersOf(groups).filter(({ isOff }) => !isOff)
  const ids = offers.map(({ id }) => id)
  const { active, step, setActive } = useActive(ids)
  const open = (next: boolean) => {
    setActive(undefined)
    setEntered(undefined)
    if (next === isOpen) return
    setIsOpen(next)
    onOpen(next)
  }
  const pick = (one: string) => {
    onPick(one)
    setActive(undefined)
    setEntered(undefined)
    if (closesOnPick) open(false)
  }
  const take = useEffectEvent(() => {
    // Where the arrow keys were at an offer of an earlier text that is no longer there, what is typed counts.
    const one = ids.find((id) => id === entered?.at) ?? first
    if (one !== undefined) onPick(one)
    setActive(undefined)
    setEntered(undefined)
    if (entered?.isLeft || (one !== undefined && closesOnPick)) open(false)
  })
  useEffect(() => {
    if (entered && isSettled) take()
  }, [entered, isSettled])
  const act = (key: string) => {
    if (key === 'ArrowDown') return isOpen ? step(1) : open(true)
    if (key === 'ArrowUp') return isOpen ? step(-1) : open(true)
    if (key === 'Escape') return open(false)
    const chosen = offers.find(({ id }) => id === active)
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
  const leave = () => (isWaiting ? setEntered({ ...entered, isLeft: true }) : open(false))
  // What Enter would pick now, which those who cannot see the list are told.
  const enters = active ?? (isSettled ? first : undefined)
  return {
    isOpen: isOpen && !entered?.isLeft,
    enters,
    isChosen: active !== undefined,
    isWaiting,
    open,
    enter,
    leave,
    pick,
    onKeyDown,
  }
}

const keys = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Escape'])
