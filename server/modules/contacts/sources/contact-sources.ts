import type { ContactsOverview } from '@dooryard/contract/data/contacts'
import { audit } from '../../../platform/audit.ts'
import type { Context, Services } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { tryWithLock } from '../../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { bumpDataVersion, demoContactSource } from '../../properties/index.ts'
import { formatUtcDay, getReuseCutoff } from '../contact-rules.ts'
import { dropSource, getSourceCounts, getSourceDate } from '../contacts.queries.ts'
import { countTraces } from '../trace/traces.queries.ts'
import { findVendor, getDailyUsage } from '../trace/vendors.queries.ts'
import type { ContactProvider, ContactVendor } from '../vendor/contact-vendor.ts'
import {
  type ContactSourceRow,
  deleteSource,
  findSource,
  getSourceLockKey,
  listSources,
  upsertSource,
} from './contact-sources.queries.ts'

type ContactSourceDeps = Pick<Services, 'db' | 'clock'>

export async function getContactsOverview(
  deps: ContactSourceDeps,
  { vendor }: ContactProvider,
): Promise<ContactsOverview> {
  const sources = await listSources(deps.db)
  return { sources: sources.map(presentSource), vendor: vendor && (await presentVendor(deps, vendor)) }
}

const presentSource = ({ sha256: _, ingestedAt, ...source }: ContactSourceRow) => ({
  ...source,
  ingestedAt: ingestedAt.toISOString(),
})

async function presentVendor({ db, clock }: ContactSourceDeps, { name, dailyLimit }: ContactVendor) {
  const now = clock.now()
  const state = await findVendor(db, name)
  const { failures = 0, pausedUntil = null, lastError = null } = state ?? {}
  const isPaused = pausedUntil !== null && pausedUntil > now
  return {
    name,
    state: isPaused ? ('PAUSED' as const) : failures > 0 ? ('FAILING' as const) : ('WORKING' as const),
    ...(isPaused && { pausedUntil: pausedUntil.toISOString() }),
    ...(failures > 0 && lastError && { lastError }),
    askedToday: await getDailyUsage(db, { vendor: name, day: formatUtcDay(now) }),
    dailyLimit,
    keptOwners: await countTraces(db, name, getReuseCutoff(now)),
  }
}

export async function seedDemoContacts({ db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>): Promise<void> {
  const { source, name, sha256 } = demoContactSource
  const ingestedAt = await getSourceDate(clickhouse, source)
  if (!ingestedAt) return
  const known = await findSource(db, source)
  if (known && known.ingestedAt.getTime() === ingestedAt.getTime()) return
  const counts = await getSourceCounts(clickhouse, 'contacts', source)
  await upsertSource(db, {
    source,
    name,
    ...counts,
    asOf: formatUtcDay(ingestedAt),
    sha256,
    isGenerated: true,
    ingestedAt,
  })
}

/**
 * Removes a source and its contacts; delivered leads keep theirs. Throws NOT_FOUND for an unknown source and CONFLICT
 * during its import.
 */
export async function removeSource(ctx: Context, source: string): Promise<undefined> {
  const known = await findSource(ctx.db, source)
  if (!known) throw notFound('This source of contacts')
  const done = await tryWithLock(ctx.db, getSourceLockKey(source), async () => {
    await dropSource(ctx.clickhouse, source)
    return inTransaction(ctx, async (tx) => {
      await deleteSource(tx.db, source)
      await bumpDataVersion(tx.db)
      const { name, owners, phones, emails, asOf } = known
      const before = { name, owners, phones, emails, asOf }
      await audit(tx, { action: 'contacts.source_removed', object: { type: 'contact_source', id: source }, before })
      return true
    })
  })
  if (!done) throw appError('CONFLICT', `${known.name} is being imported right now.`)
}
