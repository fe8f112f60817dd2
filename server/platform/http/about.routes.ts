import { about, adminOutbox } from '@dooryard/contract/about'
import type { Context } from '../context.ts'
import { appError, notFound } from '../errors.ts'
import { latestMails } from '../mail/outbox.ts'
import { handlers, type Route } from './handlers.ts'

type Portal = {
  isDemo: boolean
  hasOutbox: boolean
  isExposed: boolean
  mapStyleUrl?: string | null | undefined
  /** Whether an administrator is one by the demo, whose passwords everybody knows. */
  hasDemoAuthority: (ctx: Context) => Promise<boolean>
}

/** The outbox is for administrators alone once other machines reach it: codes in it open anybody's account. */
export const aboutRoutes = (portal: Portal): Route[] => [
  ...handlers(about, {
    get: () => {
      const { isDemo, hasOutbox, isExposed, mapStyleUrl = null } = portal
      return { isDemo, hasOutbox, isExposed, mapStyleUrl }
    },
    outbox: async ({ db }, { query }) => {
      if (!portal.hasOutbox || portal.isExposed) throw notFound('The outbox')
      return { items: await latestMails(db, query.to) }
    },
  }),
  ...handlers(adminOutbox, {
    list: async (ctx, { query }) => {
      if (!portal.hasOutbox) throw notFound('The outbox')
      if (portal.isExposed && (await portal.hasDemoAuthority(ctx))) throw ofTheDemo()
      return { items: await latestMails(ctx.db, query.to) }
    },
  }),
]

const ofTheDemo = () =>
  appError(
    'FORBIDDEN',
    'You have your role from a demo account, whose password is public, so you cannot read the mails. ' +
      'Ask the operator to make an administrator with npm run admin:create.',
  )
