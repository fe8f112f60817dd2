import type { KeyboardEvent, MouseEvent } from 'react'

const controls = 'a, button, input, select, textarea, label, [role="checkbox"]'

const findRowLink = (row: Element) => row.querySelector<HTMLElement>('a[data-row-link]')

/** Opens a row's link for a click anywhere on it except on its controls; modifier keys keep their meaning. */
export function openRow({ currentTarget, target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if ((target as Element).closest(controls) || window.getSelection()?.type === 'Range') return
  const link = findRowLink(currentTarget)
  // An overlay over the list restores the focus to the link.
  link?.focus({ preventScroll: true })
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

export const focusFirstRow = (list: Element | null) => list?.querySelector<HTMLElement>('a[data-row-link]')?.focus()

/** Arrow up and down move between the rows' links, Home and End to the ends; Enter opens a link as usual. */
export function moveBetweenRows(event: KeyboardEvent) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row-link]')]
  const row = (event.target as Element).closest('[data-row]')
  const at = row ? links.findIndex((link) => row.contains(link)) : -1
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (next === undefined || at === -1) return
  event.preventDefault()
  links[next]?.focus()
}
