import type { ContactsOverview } from '@dooryard/contract/contacts'
import type { Services } from '../../platform/context.ts'
import { reuseFrom, utcDay } from './contact-rules.ts'
import { listSources, type StoredSource } from './contact-sources.queries.ts'
import type { ContactDesk, ContactVendor } from './contact-vendor.ts'
import { countTraces } from './traces.queries.ts'
import { askedOn, findVendor } from './vendors.queries.ts'

type Stores = Pick<Services, 'db' | 'clock'>

/** Where contacts come from: the files, and how the vendor does who is asked for the others. */
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
