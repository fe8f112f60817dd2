import { z } from 'zod'

const text = z
  .union([z.string().max(254), z.number().transform(String)])
  .optional()
  .catch(undefined)

/** Whose mails, and which of them is open. */
export const OutboxSearch = z.object({ to: text, mail: text })
export type OutboxSearch = z.infer<typeof OutboxSearch>
