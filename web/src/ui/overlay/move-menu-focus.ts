import type { KeyboardEvent } from 'react'

/** Moves the focus between the items of a menu by arrow keys, wrapping around. */
export function moveMenuFocus(event: KeyboardEvent) {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement) // or -1 if none has the focus
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[(to + items.length) % items.length]?.focus()
}
