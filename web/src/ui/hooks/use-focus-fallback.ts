import { useEffect } from 'react'

/** Milliseconds after which nobody else has restored the focus: a closed dialog does so within ten. */
const patienceMs = 50

/** Elements remembered: enough for a dialog over a dialog over a row. */
const maxRemembered = 8

/** What takes the focus in place of something that was in it; a section only if it has a name or a header. */
const regions =
  'section:is([aria-label], [aria-labelledby], :has(> header)), form, fieldset, [role="dialog"], [role="region"], [role="tabpanel"]'

type Focused = { element: HTMLElement; ancestors: HTMLElement[] }

function listAncestors(element: HTMLElement): HTMLElement[] {
  const ancestors: HTMLElement[] = []
  for (let at = element.parentElement; at && at.id !== 'main'; at = at.parentElement) ancestors.push(at)
  return ancestors
}

const canTakeFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })

function focusRegion(region: HTMLElement) {
  if (!region.hasAttribute('tabindex')) region.tabIndex = -1
  region.focus({ preventScroll: true })
}

/** Focuses what had the focus before, or what remains around it, or the screen. */
function restoreFocus(trail: readonly Focused[]) {
  for (const { element, ancestors } of trail) {
    if (canTakeFocus(element)) return element.focus({ preventScroll: true })
    const region = ancestors.find((ancestor) => ancestor.matches(regions) && canTakeFocus(ancestor))
    if (region) return focusRegion(region)
  }
  document.getElementById('main')?.focus({ preventScroll: true })
}

/**
 * Keeps the focus on the screen when the focused element goes: a deleted row, a dialog whose opener is gone, a button
 * that is disabled while it loads. Browsers drop the focus to the page's body, from where a keyboard starts over.
 */
export function useFocusFallback() {
  useEffect(() => {
    let trail: Focused[] = []
    let current: HTMLElement | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      current = target
      const others = trail.filter(({ element }) => element !== target)
      trail = [{ element: target, ancestors: listAncestors(target) }, ...others].slice(0, maxRemembered)
    }
    // A click on nothing drops the focus on purpose. A removed element is gone in a microtask.
    const releaseFocus = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null)
        queueMicrotask(() => {
          if (target === current && current && canTakeFocus(current)) current = undefined
        })
    }
    const restore = () => {
      if (document.activeElement !== document.body || !current) return
      // A button that loads gets the focus back once it can take it.
      if (!current.isConnected || canTakeFocus(current)) restoreFocus(trail)
    }
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !current) return
      clearTimeout(timer)
      timer = setTimeout(restore, patienceMs)
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', releaseFocus)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', releaseFocus)
    }
  }, [])
}
