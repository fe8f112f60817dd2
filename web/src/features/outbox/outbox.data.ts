import { about } from '@dooryard/contract/about'
import { liveQueryOf } from '../../lib/query.ts'

/** The last mails to an email, or to everybody; asked for again every few seconds. */
export const outbox = (to: string | undefined) => ({
  ...liveQueryOf(about.outbox, { query: { to } }),
  refetchInterval: 3000,
})
