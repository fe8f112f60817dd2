import { type About, about, adminOutbox } from '@dooryard/contract/about'
import type { Context } from '../context.ts'
import { appError, notFound } from '../errors/app-error.ts'
import { listLatestMails } from '../mail/outbox.ts'
import { handlers, type Route } from './handlers.ts'

type PortalInfo = {
  isDemo: boolean
  hasOutbox: boolean
  isExposed: boolean
  publicUrl: string
  /** The streets that maps show at present. */
  describeBaseMap?: (() => Promise<About['baseMap']>) | undefined
  /** The written share of the demo's history while it is being written. */
  describeHistory?: (() => Promise<About['demoHistory']>) | undefined
  imagery?: { url: string; attribution?: string | undefined; maxZoom: number } | undefined
  mapStyleUrl?: string | null | undefined
  signInProviders: About['signInProviders']
  sentryDsn?: string | null | undefined
  /** Whether the administrator has the role through the demo, whose passwords are public. */
  hasDemoAuthority: (ctx: Context) => Promise<boolean>
}

/** Once other machines can reach the portal, only administrators see the outbox: its codes open any account. */
export const aboutRoutes = (portal: PortalInfo): Route[] => [
  ...handlers(about, {
    get: async () => {
      const { isDemo, hasOutbox, isExposed, publicUrl, mapStyleUrl = null, signInProviders, sentryDsn = null } = portal
      const imagery = portal.imagery ? { ...portal.imagery, attribution: portal.imagery.attribution ?? null } : null
      const baseMap = (await portal.describeBaseMap?.()) ?? null
      const demoHistory = (await portal.describeHistory?.()) ?? null
      const settings = { isDemo, hasOutbox, isExposed, publicUrl, mapStyleUrl, signInProviders, sentryDsn }
      return { ...settings, demoHistory, baseMap, imagery }
    },
    outbox: async ({ db }, { query }) => {
      if (!portal.hasOutbox || portal.isExposed) throw notFound('The outbox')
      return { items: await listLatestMails(db, query.to) }
    },
  }),
  ...handlers(adminOutbox, {
    list: async (ctx, { query }) => {
      if (!portal.hasOutbox) throw notFound('The outbox')
      if (portal.isExposed && (await portal.hasDemoAuthority(ctx))) throw demoAuthorityError()
      return { items: await listLatestMails(ctx.db, query.to) }
    },
  }),
]

const demoAuthorityError = () =>
  appError(
    'FORBIDDEN',
    'Your role was granted by a demo account, whose password is public, so you cannot read the mails. ' +
      'Ask the operator to make an administrator with npm run admin:create.',
  )
