import { toUnixSeconds } from '@dooryard/contract/api/time'

export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

/** An instant as the property store keeps it: without fractions of a second. */
export const toWholeSecond = (at: Date): Date => new Date(toUnixSeconds(at) * 1000)
