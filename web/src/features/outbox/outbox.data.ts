import { about, adminOutbox } from '@dooryard/contract/about'
import { isRefusal } from '../../lib/errors.ts'
import { liveQueryOf } from '../../lib/query.ts'

/** Who may read the outbox: everybody, or administrators where other machines reach the portal. */
export type Readers = 'everybody' | 'administrators'

/** The last mails to an email, or to everybody; asked for again every few seconds, unless that is refused. */
export const outbox = (to: string | undefined, readers: Readers) => ({
  ...liveQueryOf(readers === 'everybody' ? about.outbox : adminOutbox.list, { query: { to } }),
  refetchInterval: ({ state }: { state: { error: Error | null } }) => (isRefusal(state.error) ? false : 3000),
})
