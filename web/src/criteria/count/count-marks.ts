import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { hashKey } from '@tanstack/react-query'

/** Milliseconds without a keystroke after which typed text becomes part of the criteria. */
export const debounceMs = 40

/**
 * Milliseconds without a keystroke after which typing counts as finished. A fast typist takes about as long between
 * keys.
 */
export const idleMs = 150

let serial = 0
let requested: { key: string; serial: number } | undefined
let typedAt: number | undefined
let lastTypedAt = Number.NEGATIVE_INFINITY

/** Milliseconds within which a request must follow a keystroke to be attributed to it. */
const maxKeystrokeAgeMs = 1_000

export function markKeystroke() {
  typedAt = performance.now()
  lastTypedAt = typedAt
}

export const getMsSinceKeystroke = () => performance.now() - lastTypedAt

/**
 * Marks when the user last changed the criteria: at the last keystroke, or now. A benchmark measures the time from
 * this mark to the `dooryard:counted` mark with the same serial.
 */
export function markCountRequested(criteria: Criteria) {
  const now = performance.now()
  const startTime = typedAt !== undefined && now - typedAt < maxKeystrokeAgeMs ? typedAt : now
  typedAt = undefined
  serial += 1
  requested = { key: hashKey([criteria]), serial }
  if (serial % 1_000 === 0) {
    performance.clearMarks('dooryard:asked')
    performance.clearMarks('dooryard:counted')
  }
  performance.mark('dooryard:asked', { startTime, detail: { serial } })
}

/** Runs the callback after the current frame has been painted. */
export function afterPaint(callback: () => void) {
  // A message is handled after the frame of the animation callback has been painted.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    callback()
  }
  requestAnimationFrame(() => port2.postMessage(undefined))
}

export function markCountPainted(criteria: Criteria) {
  if (requested?.key !== hashKey([criteria])) return
  const detail = { serial: requested.serial }
  requested = undefined
  afterPaint(() => performance.mark('dooryard:counted', { detail }))
}
