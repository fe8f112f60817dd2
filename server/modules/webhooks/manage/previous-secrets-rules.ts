import { z } from 'zod'

const PreviousSecrets = z.array(z.object({ sealed: z.string(), until: z.iso.datetime() }))

/** Newest first, encrypted, each with the time until which it signs. */
export type PreviousSecrets = z.infer<typeof PreviousSecrets>

export const getActiveSecrets = (stored: unknown, now: Date): PreviousSecrets =>
  PreviousSecrets.parse(stored).filter(({ until }) => new Date(until) > now)

export const getOverlapEnd = (stored: unknown, now: Date): string | undefined =>
  getActiveSecrets(stored, now)
    .map(({ until }) => until)
    .toSorted()
    .at(-1)
