import { z } from 'zod'

const PreviousSecrets = z.array(z.object({ sealed: z.string(), until: z.iso.datetime() }))

/** Secrets that a webhook had, the latest first, sealed, each with the instant until which it signs. */
export type PreviousSecrets = z.infer<typeof PreviousSecrets>

/** Those of them that still sign; `kept` as the table has it. */
export const stillSigning = (kept: unknown, now: Date): PreviousSecrets =>
  PreviousSecrets.parse(kept).filter(({ until }) => new Date(until) > now)

/** Until when the last of them signs; undefined where none does. */
export const endOfOverlap = (kept: unknown, now: Date): string | undefined =>
  stillSigning(kept, now)
    .map(({ until }) => until)
    .toSorted()
    .at(-1)
