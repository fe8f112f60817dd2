import type { KeyboardEvent, MouseEvent } from 'react'

const controls = 'a, button, input, select, textarea, label, [role="checkbox"]'

const linkOf = (row: Element) => row.querySelector<HTMLElement>('a[data-row-link]')

/** Opens a row's link for a click anywhere on it that hit no control of its own; modifier keys keep their meaning. */
export function openRow({ currentTarget, target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if ((target as Element).closest(controls) || window.getSelection()?.type === 'Range') return
  const link = linkOf(currentTarget)
  // What opens over the list gives the focus back to where it was.
  link?.focus({ preventScroll: true })
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

export const focusFirstRow = (list: Element | null) => list?.querySelector<HTMLElement>('a[data-row-link]')?.focus()

/** Up and down move between the rows' links, Home and End to the ends; Enter on a link opens it as ever. */
export function moveBetweenRows(event: KeyboardEvent) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row-link]')]
  const row = (event.target as Element).closest('[data-row]')
  const at = row ? links.findIndex((link) => row.contains(link)) : -1
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (next === undefined || at === -1) return
  event.preventDefault()
  links[next]?.focus()
}
