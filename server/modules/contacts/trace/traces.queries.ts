import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/postgres/database.ts'
import type { FoundContact } from '../vendor/contact-vendor.ts'

/** How long a lease lasts without renewal. */
const leaseSeconds = 30

/** How often a holder must renew its leases, in milliseconds. */
export const leaseRenewalMs = (leaseSeconds * 1000) / 3

type OwnerLease = { vendor: string; batch: string }

/** Leases the owners that are not leased by another process. A fixed order prevents deadlocks. */
export async function leaseOwners(db: Db, { vendor, batch }: OwnerLease, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ownerKey: string }>`
    insert into contact_leases (vendor, owner_key, batch, claimed_until)
    select ${vendor}, key, ${batch}, clock_timestamp() + ${leaseEnd} from unnest(${keys}::text[]) as key order by key
    on conflict (vendor, owner_key) do update set batch = excluded.batch, claimed_until = excluded.claimed_until
      where contact_leases.claimed_until < clock_timestamp()
    returning owner_key`.execute(db)
  return rows.map(({ ownerKey }) => ownerKey)
}

const leaseEnd = sql.raw(`interval '${leaseSeconds} seconds'`)

export const extendLeases = (db: Db, batch: string) =>
  db
    .updateTable('contactLeases')
    .set({ claimedUntil: sql`clock_timestamp() + ${leaseEnd}` })
    .where('batch', '=', batch)
    .execute()

export const releaseLeases = (db: Db, batch: string, keys?: readonly string[]) =>
  db
    .deleteFrom('contactLeases')
    .where('batch', '=', batch)
    .$if(keys !== undefined, (all) => all.where('ownerKey', '=', sql<string>`any(${keys ?? []}::text[])`))
    .execute()

export async function findTracedKeys(
  db: Db,
  vendor: string,
  since: Date,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('contactTraces')
    .select('ownerKey')
    .where('vendor', '=', vendor)
    .where('tracedAt', '>', since)
    .where('ownerKey', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Set(rows.map(({ ownerKey }) => ownerKey))
}

export type SkipTrace = { ownerKey: string; contacts: readonly FoundContact[] }

export async function saveTraces(db: Db, vendor: string, tracedAt: Date, traces: readonly SkipTrace[]): Promise<void> {
  const contacts = traces.map((trace) => JSON.stringify(trace.contacts))
  await sql`
    insert into contact_traces (vendor, owner_key, contacts, traced_at)
    select ${vendor}, key, contacts::jsonb, ${tracedAt}
    from unnest(${traces.map(({ ownerKey }) => ownerKey)}::text[], ${contacts}::text[]) as t (key, contacts) order by key
    on conflict (vendor, owner_key) do update
      set contacts = excluded.contacts, traced_at = excluded.traced_at, is_synced = false`.execute(db)
}

const StoredContacts = z.array(
  z.union([
    z.object({
      kind: z.literal('PHONE'),
      value: z.string(),
      lineType: z.enum(['MOBILE', 'LANDLINE', 'VOIP', 'UNKNOWN']),
    }),
    z.object({ kind: z.literal('EMAIL'), value: z.string(), lineType: z.literal('') }),
  ]),
)

export type StoredTrace = SkipTrace & { vendor: string; tracedAt: Date }

export const listUnsyncedTraces = (db: Db, before: Date, limit: number): Promise<StoredTrace[]> =>
  readTraces(selectUnsynced(db).where('tracedAt', '<=', before).limit(limit))

export const listUnsyncedOwnerTraces = (db: Db, vendor: string, keys: readonly string[]): Promise<StoredTrace[]> =>
  readTraces(selectUnsynced(db).where('vendor', '=', vendor).where('ownerKey', '=', sql<string>`any(${keys}::text[])`))

const selectUnsynced = (db: Db) =>
  db
    .selectFrom('contactTraces')
    .select(['vendor', 'ownerKey', 'contacts', 'tracedAt'])
    .where('isSynced', '=', false)
    .orderBy('tracedAt')
    .orderBy('vendor')
    .orderBy('ownerKey')

async function readTraces(query: ReturnType<typeof selectUnsynced>): Promise<StoredTrace[]> {
  const rows = await query.execute()
  return rows.map((row) => ({ ...row, contacts: StoredContacts.parse(row.contacts) }))
}

/** Marks traces as synced to the property store, unless they have been replaced meanwhile. */
export async function markSynced(db: Db, traces: readonly Omit<StoredTrace, 'contacts'>[]): Promise<void> {
  for (const [vendor, its] of Map.groupBy(traces, (trace) => trace.vendor))
    await sql`
      update contact_traces set is_synced = true
      from unnest(${its.map(({ ownerKey }) => ownerKey)}::text[], ${its.map(({ tracedAt }) => tracedAt)}::timestamptz[])
        as t (key, at)
      where vendor = ${vendor} and owner_key = t.key and traced_at = t.at`.execute(db)
}

export const deleteTracesBefore = (db: Db, before: Date) =>
  db.deleteFrom('contactTraces').where('tracedAt', '<', before).execute()

export async function countTraces(db: Db, vendor: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('contactTraces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendor', '=', vendor)
    .where('tracedAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
