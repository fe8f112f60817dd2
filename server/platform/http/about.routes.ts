import { about } from '@dooryard/contract/about'
import { notFound } from '../errors.ts'
import { latestMails } from '../mail/outbox.ts'
import { handlers } from './handlers.ts'

/** What public screens need to know of the portal, and the mails of one that sends none. */
export const aboutRoutes = ({ isDemo, hasOutbox }: { isDemo: boolean; hasOutbox: boolean }) =>
  handlers(about, {
    get: () => ({ isDemo, hasOutbox }),
    outbox: async ({ db }, { query }) => {
      if (!hasOutbox) throw notFound('The outbox')
      return { items: await latestMails(db, query.to) }
    },
  })
