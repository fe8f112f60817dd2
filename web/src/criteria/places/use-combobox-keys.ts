import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'

export type Suggestion = {
  id: string
  label: string
  note?: string | undefined
  isPicked?: boolean
  isOff?: boolean
  /** It has no matches. Enter prefers another matching suggestion. */
  isEmpty?: boolean
}
export type SuggestionGroup = { label: string; suggestions: readonly Suggestion[] }

/** All enabled suggestions, in the order of the arrow keys. */
const listSuggestions = (groups: readonly SuggestionGroup[]) =>
  groups.flatMap(({ suggestions }) => suggestions).filter(({ isOff }) => !isOff)

/** The suggestion that Enter picks when none is active. Enter never removes one that is already picked. */
export function getFirstSuggestion(groups: readonly SuggestionGroup[], text: string): string | undefined {
  if (text.trim() === '') return undefined
  const suggestions = listSuggestions(groups)
  const first = suggestions.find(({ isEmpty }) => !isEmpty) ?? suggestions[0]
  return first?.isPicked ? undefined : first?.id
}

/** Whether a suggestion, possibly loaded for an earlier text, matches the current text. */
export const isMatchingSuggestion = ({ label }: Suggestion, text: string) =>
  label.toLowerCase().includes(text.trim().toLowerCase())

const keys = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Escape'])

export type ComboboxOptions = {
  text: string
  groups: readonly SuggestionGroup[]
  /** Whether the suggestions belong to the current text rather than to an earlier one. */
  isSettled: boolean
  /** What Enter picks when no suggestion is active. */
  first: string | undefined
  /** Called when the list opens or closes. */
  onOpen: (isOpen: boolean) => void
  closesOnPick: boolean
  onPick: (id: string) => void
  onBack?: () => void
}

/**
 * Whether the list is open, which suggestion is active, and the key handlers. Enter waits until the suggestions belong
 * to the current text, because users type a name and Enter in one go; `isWaiting` is true meanwhile. Further typing
 * and Escape cancel a pending Enter. Leaving the input does not.
 */
export function useComboboxKeys({
  text,
  groups,
  isSettled,
  first,
  onOpen,
  closesOnPick,
  onPick,
  onBack,
}: ComboboxOptions) {
  const [isOpen, setIsOpen] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const [pendingEnter, setPendingEnter] = useState<{ at: string | undefined; isLeft: boolean }>()
  const suggestions = listSuggestions(groups)
  const ids = suggestions.map(({ id }) => id)
  // A new list has no active suggestion.
  const at = activeId === undefined ? -1 : ids.indexOf(activeId)
  const active = ids[at]
  const step = (by: number) => setActiveId(ids[(at + by + (at < 0 && by < 0 ? 1 : 0) + ids.length) % ids.length])
  const reset = () => {
    setActiveId(undefined)
    setPendingEnter(undefined)
  }
  const open = (next: boolean) => {
    reset()
    if (next === isOpen) return
    setIsOpen(next)
    onOpen(next)
  }
  const pick = (one: string) => {
    onPick(one)
    reset()
    if (closesOnPick) open(false)
  }
  const pickPending = useEffectEvent(() => {
    // When the active suggestion is no longer in the list, the typed text decides.
    const one = ids.find((id) => id === pendingEnter?.at) ?? first
    if (one !== undefined) onPick(one)
    reset()
    if (pendingEnter?.isLeft || (one !== undefined && closesOnPick)) open(false)
  })
  useEffect(() => {
    if (pendingEnter && isSettled) pickPending()
  }, [pendingEnter, isSettled])
  const handleKey = (key: string) => {
    if (key === 'ArrowDown') return isOpen ? step(1) : open(true)
    if (key === 'ArrowUp') return isOpen ? step(-1) : open(true)
    if (key === 'Escape') return open(false)
    const chosen = suggestions[at]
    if (chosen && isMatchingSuggestion(chosen, text)) return pick(chosen.id)
    if (isOpen) setPendingEnter({ at: active, isLeft: false })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    if (key === 'Backspace' && text === '') return onBack?.()
    if (!keys.has(key) || (key === 'Escape' && !isOpen) || nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    handleKey(key)
  }
  const isWaiting = pendingEnter !== undefined && !isSettled
  const enter = () => (isWaiting ? setPendingEnter({ ...pendingEnter, isLeft: false }) : open(true))
  return {
    isOpen: isOpen && !pendingEnter?.isLeft,
    /** What Enter would pick now, announced to screen readers. */
    enters: active ?? (isSettled ? first : undefined),
    isChosen: active !== undefined,
    isWaiting,
    open,
    pick,
    box: {
      onFocus: enter,
      onClick: enter,
      onBlur: () => (isWaiting ? setPendingEnter({ ...pendingEnter, isLeft: true }) : open(false)),
      onKeyDown,
    },
  }
}
