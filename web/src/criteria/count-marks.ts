import type { Criteria } from '@dooryard/contract/criteria'
import { hashKey } from '@tanstack/react-query'
import { afterPaint } from './after-paint.ts'

let serial = 0
let asked: { key: string; serial: number } | undefined
let typedAt: number | undefined
let lastTypedAt = Number.NEGATIVE_INFINITY

/** A keystroke counts as what was asked for only if the question follows it this soon, in milliseconds. */
const heldFor = 1_000

/** Notes a keystroke in a box whose value is asked for when typing pauses. */
export function noteTyped() {
  typedAt = performance.now()
  lastTypedAt = typedAt
}

/** Milliseconds since the last keystroke in such a box. */
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
  if (serial % 1_000 === 0) forgetMarks()
  performance.mark('dooryard:asked', { startTime, detail: { serial } })
}

/** Marks when the count of what was last asked for has been painted. */
export function noteCounted(criteria: Criteria) {
  if (asked?.key !== hashKey([criteria])) return
  const detail = { serial: asked.serial }
  asked = undefined
  afterPaint(() => performance.mark('dooryard:counted', { detail }))
}

function forgetMarks() {
  performance.clearMarks('dooryard:asked')
  performance.clearMarks('dooryard:counted')
}
