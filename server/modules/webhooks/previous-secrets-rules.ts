import { z } from 'zod'

const PreviousSecrets = z.array(z.object({ sealed: z.string(), until: z.iso.datetime() }))

/** The latest first, sealed, each with the instant until which it signs. */
export type PreviousSecrets = z.infer<typeof PreviousSecrets>

export const stillSigning = (kept: unknown, now: Date): PreviousSecrets =>
  PreviousSecrets.parse(kept).filter(({ until }) => new Date(until) > now)

export const endOfOverlap = (kept: unknown, now: Date): string | undefined =>
  stillSigning(kept, now)
    .map(({ until }) => until)
    .toSorted()
    .at(-1)
