import { dayMs } from '@dooryard/contract/time'

/** The UTC day of an instant. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The UTC day so many days before that of an instant. */
export const dayBefore = (at: Date, days: number): string => dayOf(new Date(at.getTime() - days * dayMs))
