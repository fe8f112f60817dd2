import type { Criteria } from '@dooryard/contract/criteria'
import { hashKey } from '@tanstack/react-query'

/** Milliseconds without a keystroke after which what is being typed counts as asked. */
export const typingPause = 40

/** Milliseconds without a keystroke after which nobody types any more: a quick typist takes about as long for the next. */
export const typingRest = 150

let serial = 0
let asked: { key: string; serial: number } | undefined
let typedAt: number | undefined
let lastTypedAt = Number.NEGATIVE_INFINITY

/** A keystroke counts as what was asked for only if the question follows it this soon, in milliseconds. */
const heldFor = 1_000

export function noteTyped() {
  typedAt = performance.now()
  lastTypedAt = typedAt
}

export const sinceTyped = () => performance.now() - lastTypedAt

/**
 * Marks when the user last changed what is asked for: at the last keystroke, or now. A measurement reads how long it took
 * from there to the mark `dooryard:counted` of the same serial.
 */
export function noteAsked(criteria: Criteria) {
  const now = performance.now()
  const startTime = typedAt !== undefined && now - typedAt < heldFor ? typedAt : now
  typedAt = undefined
  serial += 1
  asked = { key: hashKey([criteria]), serial }
  if (serial % 1_000 === 0) {
    performance.clearMarks('dooryard:asked')
    performance.clearMarks('dooryard:counted')
  }
  performance.mark('dooryard:asked', { startTime, detail: { serial } })
}

/** Does something once the frame that is being made has been painted. */
export function afterPaint(work: () => void) {
  // A message is handled after the frame that the callback belongs to has been painted.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    work()
  }
  requestAnimationFrame(() => port2.postMessage(undefined))
}

export function noteCounted(criteria: Criteria) {
  if (asked?.key !== hashKey([criteria])) return
  const detail = { serial: asked.serial }
  asked = undefined
  afterPaint(() => performance.mark('dooryard:counted', { detail }))
}
