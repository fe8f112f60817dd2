import { type ComponentType, useEffect, useState } from 'react'
import type { HintProps } from './hint.tsx'

const noop = () => {}

/** Milliseconds the pointer must rest before a hint opens. */
const openDelayMs = 700

/** Milliseconds after a hint has closed in which the next one opens at once. */
const skipDelayMs = 300

function findHint(target: EventTarget | null): HintProps | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
  const label = element?.dataset['hint']
  if (!element || !label) return undefined
  return { target: element, label, position: element.dataset['hintAt'] === 'right' ? 'right' : 'bottom' }
}

/** Decides when a hint is shown, and reports it by `onShown`. */
function createHintTimer(onShown: (hint: HintProps | undefined) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let awaited: HTMLElement | undefined
  let isShown = false
  let closedAt = Number.NEGATIVE_INFINITY
  const open = (hint: HintProps) => {
    clearTimeout(timer)
    awaited = hint.target
    isShown = true
    onShown(hint)
  }
  /** Closes the hint of an element in use until the pointer or the focus comes back to it. */
  const dismiss = () => {
    clearTimeout(timer)
    if (isShown) closedAt = Date.now()
    isShown = false
    onShown(undefined)
  }
  const close = () => {
    dismiss()
    awaited = undefined
  }
  const hover = (hint: HintProps | undefined) => {
    // The pointer has moved to another part of the same element.
    if (hint && hint.target === awaited) return
    close()
    if (!hint) return
    awaited = hint.target
    if (Date.now() - closedAt < skipDelayMs) open(hint)
    else timer = setTimeout(open, openDelayMs, hint)
  }
  return { open, hover, dismiss, close }
}

/** The hint of the hovered or focused element. */
function useActiveHint() {
  const [shown, setShown] = useState<HintProps>()
  useEffect(() => {
    const { open, hover, dismiss, close } = createHintTimer(setShown)
    const listening = new AbortController()
    const on = <Type extends keyof DocumentEventMap>(type: Type, listen: (event: DocumentEventMap[Type]) => void) =>
      document.addEventListener(type, listen, { signal: listening.signal })
    on('pointerover', ({ pointerType, target }) => hover(pointerType === 'touch' ? undefined : findHint(target)))
    on('focusin', ({ target }) => {
      const hint = target instanceof Element && target.matches(':focus-visible') && findHint(target)
      if (hint) open(hint)
    })
    on('pointerout', ({ relatedTarget }) => relatedTarget ?? close())
    on('focusout', close)
    on('pointerdown', dismiss)
    on('keydown', dismiss)
    return () => {
      close()
      listening.abort()
    }
  }, [])
  return shown
}

/**
 * Shows the `data-hint` of an element below it, or alongside with `data-hint-at="right"`. The code that positions hints
 * loads with the first one: it is larger than the portal's whole shell. If that fails, the next hint tries again,
 * without a toast, since the user did not request it.
 */
export function TooltipLayer() {
  const shown = useActiveHint()
  const [Hint, setHint] = useState<ComponentType<HintProps>>()
  useEffect(() => {
    if (shown && !Hint) import('./hint.tsx').then((loaded) => setHint(() => loaded.Hint), noop)
  }, [shown, Hint])
  return shown && Hint && <Hint {...shown} />
}
