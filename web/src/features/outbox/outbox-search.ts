import { z } from 'zod'
import { optionalParam } from '../../lib/navigation/search-params.ts'

const text = optionalParam(z.union([z.string().max(254), z.number().transform(String)]))

/** The recipient, and the open mail. */
export const OutboxSearch = z.object({ to: text, mail: text })
export type OutboxSearch = z.infer<typeof OutboxSearch>
