import type { CSSProperties } from 'react'

const margin = 8

/** The place of a popover of a width: below or above its button, where there is more room, inside the window. */
export function placeMenu(button: HTMLElement, menuWidth: number): CSSProperties {
  const { left, top, bottom } = button.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  const width = Math.min(menuWidth, innerWidth - 2 * margin)
  const shared = { width, left: Math.max(margin, Math.min(left, innerWidth - width - margin)) }
  return innerHeight - bottom > top
    ? { ...shared, top: bottom + 4, maxHeight: innerHeight - bottom - 4 - margin }
    : { ...shared, top: 'auto', bottom: innerHeight - top + 4, maxHeight: top - 4 - margin }
}
