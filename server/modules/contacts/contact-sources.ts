import type { ContactsOverview } from '@dooryard/contract/contacts'
import { audit } from '../../platform/audit.ts'
import type { Context, Services } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { tryWithLock } from '../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { contactSourceOfDemo, moveDataVersion } from '../properties/index.ts'
import { reuseFrom, utcDay } from './contact-rules.ts'
import {
  deleteSource,
  enterSource,
  findSource,
  listSources,
  type StoredSource,
  sourceLock,
} from './contact-sources.queries.ts'
import type { ContactDesk, ContactVendor } from './contact-vendor.ts'
import { countSource, dropSource, sourceDate } from './contacts.queries.ts'
import { countTraces } from './traces.queries.ts'
import { askedOn, findVendor } from './vendors.queries.ts'

type Stores = Pick<Services, 'db' | 'clock'>

export async function contactsOverview(stores: Stores, { vendor }: ContactDesk): Promise<ContactsOverview> {
  const sources = await listSources(stores.db)
  return { sources: sources.map(presentSource), vendor: vendor && (await presentVendor(stores, vendor)) }
}

const presentSource = ({ sha256: _, ingestedAt, ...source }: StoredSource) => ({
  ...source,
  ingestedAt: ingestedAt.toISOString(),
})

async function presentVendor({ db, clock }: Stores, { name, dailyLimit }: ContactVendor) {
  const now = clock.now()
  const state = await findVendor(db, name)
  const { failures = 0, pausedUntil = null, lastError = null } = state ?? {}
  const isPaused = pausedUntil !== null && pausedUntil > now
  return {
    name,
    state: isPaused ? ('PAUSED' as const) : failures > 0 ? ('FAILING' as const) : ('WORKING' as const),
    ...(isPaused && { pausedUntil: pausedUntil.toISOString() }),
    ...(failures > 0 && lastError && { lastError }),
    askedToday: await askedOn(db, { vendor: name, day: utcDay(now) }),
    dailyLimit,
    keptOwners: await countTraces(db, name, reuseFrom(now)),
  }
}

export async function enterDemoContacts({ db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>): Promise<void> {
  const { source, name, sha256 } = contactSourceOfDemo
  const ingestedAt = await sourceDate(clickhouse, source)
  if (!ingestedAt) return
  const known = await findSource(db, source)
  if (known && known.ingestedAt.getTime() === ingestedAt.getTime()) return
  const counts = await countSource(clickhouse, 'contacts', source)
  await enterSource(db, { source, name, ...counts, asOf: utcDay(ingestedAt), sha256, isGenerated: true, ingestedAt })
}

/** What was delivered stays. NOT_FOUND where there is no such source; CONFLICT while it is being imported. */
export async function removeSource(ctx: Context, source: string): Promise<undefined> {
  const known = await findSource(ctx.db, source)
  if (!known) throw notFound('This source of contacts')
  const done = await tryWithLock(ctx.db, sourceLock(source), async () => {
    await dropSource(ctx.clickhouse, source)
    return inTransaction(ctx, async (inside) => {
      await deleteSource(inside.db, source)
      await moveDataVersion(inside.db)
      const { name, owners, phones, emails, asOf } = known
      const before = { name, owners, phones, emails, asOf }
      await audit(inside, { action: 'contacts.source_removed', object: { type: 'contact_source', id: source }, before })
      return true
    })
  })
  if (!done) throw appError('CONFLICT', `${known.name} is being imported right now.`)
}
