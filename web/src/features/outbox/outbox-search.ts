import { z } from 'zod'
import { optional } from '../../lib/search-params.ts'

const text = optional(z.union([z.string().max(254), z.number().transform(String)]))

/** Whose mails, and which of them is open. */
export const OutboxSearch = z.object({ to: text, mail: text })
export type OutboxSearch = z.infer<typeof OutboxSearch>
