import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { newId } from '../util/ids.ts'
import { findPageOfIds, type PagedListQuery } from './paged-lists.queries.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

// The real ratios, with a hundredth of the rows.
const bounds = { maxCounted: 100, maxSorted: 300 }

beforeAll(async () => {
  // Rows besides those of the tests; otherwise each search would match most rows.
  await createRows('Others', 500)
  await pool.query('analyze campaigns')
})

/** Creates campaigns of a new user, each a minute after the one before, and returns the newest first. */
async function createRows(name: string, count: number) {
  const userId = newId()
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, phone)
    values (${userId}, ${`${userId}@example.com`}, 'none', 'ENTERPRISE_USER', 'Tess', 'Sampleton', '615-555-0120')`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    insert into campaigns (id, user_id, name, campaign_type, criteria, created_at)
    select gen_random_uuid(), ${userId}::uuid, ${`${name} `} || n, 'MAIL_READY', '{}',
      '2001-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${count}::integer) n returning id`.execute(db)
  return { userId, ids: rows.map(({ id }) => id).reverse() }
}

const buildQuery = (more: Partial<PagedListQuery>): PagedListQuery => ({
  ...{ table: 'campaigns', scope: 'ALL', filters: [], sort: 'createdAt', order: 'desc', ...more },
})

describe.each([
  ['more than are counted', 103, 'manifold'],
  ['as many as are sorted', 300, 'numerous'],
  ['more than are sorted', 302, 'plentiful'],
  ['more by two characters than are sorted', 301, '§n'],
])('a search that finds %s', (_, count, search) => {
  test('lists as many as are counted, in either order, and says that there are more', async () => {
    const { ids } = await createRows(search, count)
    for (const order of ['desc', 'asc'] as const) {
      const sorted = order === 'desc' ? ids : ids.toReversed()
      for (const offset of [0, 40, 90]) {
        const page = await findPageOfIds(db, buildQuery({ search, order }), { limit: 20, offset }, bounds)
        const some = sorted.slice(offset, Math.min(offset + 20, 100))
        expect(page).toEqual({ ids: some, totalCount: 100, hasMore: true })
      }
    }
    const beyond = await findPageOfIds(db, buildQuery({ search }), { limit: 20, offset: 100 }, bounds)
    expect(beyond).toEqual({ ids: [], totalCount: 100, hasMore: true })
    await sql`delete from campaigns where search_text like ${`%${search}%`}`.execute(db)
  })
})

test('pages without a search are the same from whichever end they are read, and all rows are counted', async () => {
  const { userId, ids } = await createRows('Deep', 503)
  const filters = [sql<boolean>`user_id = ${userId}`]
  for (const offset of [0, 90, 110, 250, 400, 500, 520]) {
    const page = await findPageOfIds(db, buildQuery({ filters }), { limit: 20, offset }, bounds)
    expect(page).toEqual({ ids: ids.slice(offset, offset + 20), totalCount: 503, hasMore: false })
  }
  await sql`delete from campaigns where user_id = ${userId}`.execute(db)
})
