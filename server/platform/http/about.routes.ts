import { about } from '@dooryard/contract/about'
import { notFound } from '../errors.ts'
import { latestMails } from '../mail/outbox.ts'
import { handlers } from './handlers.ts'

type Portal = { isDemo: boolean; hasOutbox: boolean; mapStyleUrl?: string | null | undefined }

/** What public screens need to know of the portal, and the mails of one that sends none. */
export const aboutRoutes = ({ isDemo, hasOutbox, mapStyleUrl = null }: Portal) =>
  handlers(about, {
    get: () => ({ isDemo, hasOutbox, mapStyleUrl }),
    outbox: async ({ db }, { query }) => {
      if (!hasOutbox) throw notFound('The outbox')
      return { items: await latestMails(db, query.to) }
    },
  })
