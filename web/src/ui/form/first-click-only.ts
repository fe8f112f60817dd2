import type { MouseEvent } from 'react'

/**
 * For the button of a form that empties itself when it is sent: the second click of a double click would find it empty
 * and ask for what was given a moment ago. To guard the sending is not enough, as that may be over between the clicks.
 */
export function firstClickOnly(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
