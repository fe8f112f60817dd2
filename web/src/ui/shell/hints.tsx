import { useEffect, useState } from 'react'
import { useOnDemand } from '../hooks.ts'

type Shown = { target: HTMLElement; label: string; position: 'bottom' | 'right' }

/** Milliseconds for which the pointer rests before it is told what is under it. */
const rest = 500

function hintOf(target: EventTarget | null): Shown | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
  const label = element?.dataset['hint']
  if (!element || !label) return undefined
  return { target: element, label, position: element.dataset['hintAt'] === 'right' ? 'right' : 'bottom' }
}

/** What the pointer rests on, or the keyboard is at. */
function useHinted() {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (next: Shown | undefined, after = 0) => {
      clearTimeout(timer)
      if (next) timer = setTimeout(() => setShown(next), after)
      else setShown(undefined)
    }
    const listening = new AbortController()
    const on = <Type extends keyof DocumentEventMap>(type: Type, listen: (event: DocumentEventMap[Type]) => void) =>
      document.addEventListener(type, listen, { signal: listening.signal })
    on('pointerover', (event) => show(event.pointerType === 'touch' ? undefined : hintOf(event.target), rest))
    on('focusin', ({ target }) => target instanceof Element && target.matches(':focus-visible') && show(hintOf(target)))
    on('pointerout', ({ relatedTarget }) => relatedTarget ?? show(undefined))
    on('focusout', () => show(undefined))
    on('pointerdown', () => show(undefined))
    on('keydown', () => show(undefined))
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])
  return shown
}

/**
 * Shows the `data-hint` of icons that stand without words, under them, or beside them with `data-hint-at="right"`. The
 * code that places a hint comes with the first of them: it is larger than the whole frame of the portal.
 */
export function Hints() {
  const shown = useHinted()
  const [Hint, load] = useOnDemand(async () => (await import('./hint.tsx')).Hint)
  useEffect(() => {
    if (shown && !Hint) load()
  })
  return shown && Hint && <Hint {...shown} />
}
