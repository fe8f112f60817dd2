import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '../../platform/audit.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/util/ids.ts'
import { testDatabase } from '../../test/stores/database.ts'
import { scaleForTorture } from '../../test/torture.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

const clock = { now: () => new Date() }

const buildEntry = (at: number) => ({
  action: 'profile.changed' as const,
  actorId: newId(),
  object: { type: 'user', id: String(at) },
  before: { firstName: `Before ${at} "quoted" \\ \u00e9 \u2028 \ud83c\udfe1`, address_zip: null },
  after: { firstName: `After ${at}`, companyName: null },
  reason: 'A reason\nof two lines',
})

async function writeEntries(db: Db, count: number) {
  for (let at = 1; at <= count; at++) await audit({ db, clock }, buildEntry(at))
}

/** Alters the log as only the database owner can, without triggers. */
async function tamper(db: Db, ...statements: string[]) {
  await sql`alter table audit_log disable trigger user`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
  await sql`alter table audit_log enable trigger user`.execute(db)
}

const columns =
  'at, action, actor_id, on_behalf_of_id, object_type, object_id, before, after, reason, request_id, ip_address'
const rehashEntry = (id: number) =>
  `update audit_log set hash = sha256(previous_hash || convert_to(audit_text(audit_log), 'UTF8')) where id = ${id}`

describe('the audit log', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeEach(async () => {
    database = await testDatabase()
  })
  afterEach(() => database.close())
  const verified = () => verifyAuditChain(database.db)

  test('is one unbroken chain after 50 concurrent writers, some of which rolled back', async () => {
    const writers = Array.from({ length: 50 }, (_, writer) =>
      inTransaction({ db: database.db, clock }, async (ctx) => {
        for (let at = 0; at < 3; at++) await audit(ctx, buildEntry(writer))
        if (writer % 7 === 6) throw new Error('changed my mind')
      }).catch(() => undefined),
    )
    await Promise.all(writers)
    const ids = await database.db.selectFrom('auditLog').select('id').orderBy('id').execute()
    expect(ids.map(({ id }) => id)).toEqual(Array.from({ length: 43 * 3 }, (_, at) => at + 1))
    expect(await verified()).toMatchObject({ isIntact: true, entries: 43 * 3 })
  })

  test('is intact while it is empty, and its first entry follows from nothing', async () => {
    expect(await verified()).toEqual({ isIntact: true, entries: 0 })
    await writeEntries(database.db, 1)
    const first = await database.db.selectFrom('auditLog').select('previousHash').executeTakeFirstOrThrow()
    expect(first.previousHash).toEqual(createHash('sha256').digest())
    expect(await verified()).toMatchObject({ isIntact: true, entries: 1 })
  })

  test('is verified across more entries than one batch', async () => {
    const entries = scaleForTorture(6_000, 12_000)
    const altered = entries - 223
    const row = `gen_random_uuid(), n::text, '{"firstName": "Tess"}'::jsonb`
    await database.pool.query(`insert into audit_log (id, at, action, actor_id, object_id, after, previous_hash, hash)
      select 0, now(), 'profile.changed', ${row}, '', '' from generate_series(1, ${entries}) n`)
    const { newestHash, ...proof } = await verified()
    expect(proof).toEqual({ isIntact: true, entries })
    const rename = (name: string) =>
      tamper(database.db, `update audit_log set after = '{"firstName": "${name}"}' where id = ${altered}`)
    await rename('Tessa')
    expect(await verified()).toEqual({ isIntact: false, entries, brokenAt: String(altered) })
    await rename('Tess')
    expect(await verified()).toEqual({ isIntact: true, entries, newestHash })
  })
})

/** Recomputes the chain from an entry on, starting after the entry that now precedes it. */
const rehashChainFrom = (id: number) => `do $$
declare
  entry audit_log;
  previous bytea := (select hash from audit_log where id < ${id} order by id desc limit 1);
begin
  for entry in select * from audit_log where id >= ${id} order by id loop
    update audit_log set previous_hash = previous, hash = sha256(previous || convert_to(audit_text(entry), 'UTF8'))
      where id = entry.id returning hash into previous;
  end loop;
end $$`

describe('verification of the audit log with 300 entries shows', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
    await writeEntries(database.db, 300)
  })
  afterAll(() => database.close())

  /** Runs the work in a transaction and rolls it back. */
  async function rollBackAfter(work: (db: Db) => Promise<void>) {
    const rollback = new Error('undone')
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await work(trx)
      throw rollback
    })
    await rolledBack.catch((error) => {
      if (error !== rollback) throw error
    })
  }

  const changes: [string, string[], number][] = [
    ['that an entry was altered', [`update audit_log set reason = 'Another' where id = 150`], 150],
    ['by whom an entry is said to be', [`update audit_log set actor_id = gen_random_uuid() where id = 1`], 1],
    ['when an entry is said to be', [`update audit_log set at = at + interval '1 microsecond' where id = 300`], 300],
    ['that an empty fact was added', [`update audit_log set after = after || '{"phone": null}' where id = 7`], 7],
    [
      'that an entry was altered and given a hash of its own',
      [`update audit_log set reason = 'Another' where id = 150`, rehashEntry(150)],
      151,
    ],
    ['that an entry was taken out', [`delete from audit_log where id = 150`], 151],
    [
      'that an entry was taken out and the gap was closed',
      ['delete from audit_log where id = 150', 'update audit_log set id = id - 1 where id > 150'],
      150,
    ],
    [
      'that an entry was taken out and all later ones were chained anew',
      ['delete from audit_log where id = 150', rehashChainFrom(151)],
      151,
    ],
    ['that the first was taken out', ['delete from audit_log where id = 1'], 2],
    [
      'that an entry was put in',
      [
        'update audit_log set id = id + 1000 where id > 150',
        'update audit_log set id = id - 999 where id > 1000',
        `insert into audit_log (id, ${columns}, previous_hash, hash)
        select 151, ${columns}, hash, '' from audit_log where id = 150`,
        rehashEntry(151),
      ],
      152,
    ],
    [
      'that two entries were exchanged',
      [
        'update audit_log set id = 1000 where id = 150',
        'update audit_log set id = 150 where id = 151',
        'update audit_log set id = 151 where id = 1000',
      ],
      150,
    ],
  ]
  test.each(changes)('%s', (_, statements, brokenAt) =>
    rollBackAfter(async (db) => {
      expect(await verifyAuditChain(db)).toMatchObject({ isIntact: true, entries: 300 })
      await tamper(db, ...statements)
      const { count } = await db
        .selectFrom('auditLog')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(await verifyAuditChain(db)).toEqual({ isIntact: false, entries: count, brokenAt: String(brokenAt) })
    }),
  )

  test('against a recorded hash, that the end was cut off or that all of it was rewritten', () =>
    rollBackAfter(async (db) => {
      const { newestHash } = await verifyAuditChain(db)
      const seen = async () => {
        const hashes: string[] = []
        const { isIntact } = await verifyAuditChain(db, { onHash: (hash) => void hashes.push(hash) })
        return { isIntact, hasNoted: hashes.includes(newestHash ?? '') }
      }
      expect(await seen()).toEqual({ isIntact: true, hasNoted: true })
      await writeEntries(db, 1)
      expect(await seen()).toEqual({ isIntact: true, hasNoted: true })
      await tamper(db, 'delete from audit_log where id >= 300')
      expect(await seen()).toEqual({ isIntact: true, hasNoted: false })
    }))
})
