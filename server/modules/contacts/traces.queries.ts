import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/postgres/database.ts'
import type { FoundContact } from './contact-vendor.ts'

/** How long a claim stands without a sign of life. */
const claimSeconds = 30

/** How often whoever has claimed owners has to show that it lives, in milliseconds. */
export const claimSignMs = (claimSeconds * 1000) / 3

type Claim = { vendor: string; batch: string }

/** Claims those of the owners whom nobody else has claimed, in one order, so that two who claim never block each other. */
export async function claimOwners(db: Db, { vendor, batch }: Claim, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ownerKey: string }>`
    insert into contact_leases (vendor, owner_key, batch, claimed_until)
    select ${vendor}, key, ${batch}, clock_timestamp() + ${claimEnd} from unnest(${keys}::text[]) as key order by key
    on conflict (vendor, owner_key) do update set batch = excluded.batch, claimed_until = excluded.claimed_until
      where contact_leases.claimed_until < clock_timestamp()
    returning owner_key`.execute(db)
  return rows.map(({ ownerKey }) => ownerKey)
}

const claimEnd = sql.raw(`interval '${claimSeconds} seconds'`)

export const keepClaims = (db: Db, batch: string) =>
  db
    .updateTable('contactLeases')
    .set({ claimedUntil: sql`clock_timestamp() + ${claimEnd}` })
    .where('batch', '=', batch)
    .execute()

export const dropClaims = (db: Db, batch: string, keys?: readonly string[]) =>
  db
    .deleteFrom('contactLeases')
    .where('batch', '=', batch)
    .$if(keys !== undefined, (all) => all.where('ownerKey', '=', sql<string>`any(${keys ?? []}::text[])`))
    .execute()

export async function tracedSince(db: Db, vendor: string, since: Date, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('contactTraces')
    .select('ownerKey')
    .where('vendor', '=', vendor)
    .where('tracedAt', '>', since)
    .where('ownerKey', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Set(rows.map(({ ownerKey }) => ownerKey))
}

export type Trace = { ownerKey: string; contacts: readonly FoundContact[] }

export async function keepTraces(db: Db, vendor: string, tracedAt: Date, traces: readonly Trace[]): Promise<void> {
  const contacts = traces.map((trace) => JSON.stringify(trace.contacts))
  await sql`
    insert into contact_traces (vendor, owner_key, contacts, traced_at)
    select ${vendor}, key, contacts::jsonb, ${tracedAt}
    from unnest(${traces.map(({ ownerKey }) => ownerKey)}::text[], ${contacts}::text[]) as t (key, contacts) order by key
    on conflict (vendor, owner_key) do update
      set contacts = excluded.contacts, traced_at = excluded.traced_at, is_synced = false`.execute(db)
}

const KeptContacts = z.array(
  z.union([
    z.object({
      kind: z.literal('PHONE'),
      value: z.string(),
      lineType: z.enum(['MOBILE', 'LANDLINE', 'VOIP', 'UNKNOWN']),
    }),
    z.object({ kind: z.literal('EMAIL'), value: z.string(), lineType: z.literal('') }),
  ]),
)

export type KeptTrace = Trace & { vendor: string; tracedAt: Date }

export const unmirroredTraces = (db: Db, before: Date, limit: number): Promise<KeptTrace[]> =>
  readTraces(unmirrored(db).where('tracedAt', '<=', before).limit(limit))

export const unmirroredOf = (db: Db, vendor: string, keys: readonly string[]): Promise<KeptTrace[]> =>
  readTraces(unmirrored(db).where('vendor', '=', vendor).where('ownerKey', '=', sql<string>`any(${keys}::text[])`))

const unmirrored = (db: Db) =>
  db
    .selectFrom('contactTraces')
    .select(['vendor', 'ownerKey', 'contacts', 'tracedAt'])
    .where('isSynced', '=', false)
    .orderBy('tracedAt')
    .orderBy('vendor')
    .orderBy('ownerKey')

async function readTraces(query: ReturnType<typeof unmirrored>): Promise<KeptTrace[]> {
  const rows = await query.execute()
  return rows.map((row) => ({ ...row, contacts: KeptContacts.parse(row.contacts) }))
}

/** Notes that the property store has answers, unless they have been replaced meanwhile. */
export async function markMirrored(db: Db, traces: readonly Omit<KeptTrace, 'contacts'>[]): Promise<void> {
  for (const [vendor, its] of Map.groupBy(traces, (trace) => trace.vendor))
    await sql`
      update contact_traces set is_synced = true
      from unnest(${its.map(({ ownerKey }) => ownerKey)}::text[], ${its.map(({ tracedAt }) => tracedAt)}::timestamptz[])
        as t (key, at)
      where vendor = ${vendor} and owner_key = t.key and traced_at = t.at`.execute(db)
}

export const forgetTraces = (db: Db, before: Date) =>
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
