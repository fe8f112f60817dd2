import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { listBoardLeads } from './lead-board.queries.ts'
import { listDeliveredLeads } from './order-leads.queries.ts'

const migrations = join(import.meta.dirname, '../../../platform/postgres/migrations')
const { db, pool, close } = await testDatabase()
const [userId, delivered, underWay, repeated] = [newId(), newId(), newId(), newId()]
const completedAt = new Date('2026-11-02T09:30:00.000Z')

let folder: string
/**
 * A database from before the lead board existed, with a delivered order, one of whose leads was moved, an order in
 * progress, and a later one that delivered the moved lead to be called.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  for (const file of await readdir(migrations))
    if (file < '0016') await copyFile(join(migrations, file), join(folder, file))
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await migrate(pool, { folder })
  await pool.query(
    `insert into users (id, email, first_name, last_name, phone, role, password_hash)
     values ($1, 'tess@example.com', 'Tess', 'Sampleton', '615-555-0101', 'CONSUMER_USER', '')`,
    [userId],
  )
  for (const [id, status, at] of [
    [delivered, 'READY', completedAt] as const,
    [underWay, 'ASSEMBLING', null] as const,
  ]) {
    await pool.query(
      `insert into orders (id, user_id, order_name, campaign_type, quantity, credit_required, criteria, internal_status, completed_at)
       values ($1, $2, 'Old', 'MAIL_READY', 3, 1, '{}', $3, $4)`,
      [id, userId, status, at],
    )
    await pool.query(
      `insert into order_leads (order_id, rank, property_id, owner_key, lead, stage)
       select $1, rank, rank::text, '', jsonb_build_object('ownerName', 'TESTWELL ' || rank),
         case when rank = 2 then 'NEGOTIATING' else 'NEW' end
       from generate_series(1, 3) as rank`,
      [id],
    )
  }
  await pool.query(
    `insert into orders (id, user_id, order_name, campaign_type, quantity, credit_required, criteria, internal_status, completed_at)
     values ($1, $2, 'Again', 'CALL_READY', 1, 3, '{}', 'READY', $3)`,
    [repeated, userId, new Date('2026-11-03T09:30:00.000Z')],
  )
  await pool.query(
    `insert into order_leads (order_id, rank, property_id, owner_key, lead) values ($1, 1, '2', '', $2)`,
    [repeated, { ownerName: 'TESTWELL 2' }],
  )
  await migrate(pool)
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

test('leads delivered before the board existed are on it once, at their stage since their order was completed', async () => {
  const board = await listBoardLeads(db, { userId }, { limit: 10, offset: 0 })
  const cards = board.map(({ orderId, propertyId, stage }) => ({ orderId, propertyId, stage }))
  expect(cards.toSorted((one, other) => (one.propertyId < other.propertyId ? -1 : 1))).toEqual([
    { orderId: delivered, propertyId: '1', stage: 'NEW' },
    { orderId: repeated, propertyId: '2', stage: 'NEGOTIATING' },
    { orderId: delivered, propertyId: '3', stage: 'NEW' },
  ])
  for (const { stagedAt } of board) expect(stagedAt).toEqual(completedAt)
  const found = await listBoardLeads(db, { userId, search: 'Testwell 2' }, { limit: 10, offset: 0 })
  expect(found.map(({ propertyId }) => propertyId)).toEqual(['2'])
})

test('and the order shows the same stages', async () => {
  const leads = await listDeliveredLeads(db, delivered, undefined, { limit: 10, offset: 0 })
  expect(leads.map(({ rank, propertyId, stage }) => [rank, propertyId, stage])).toEqual([
    [1, '1', 'NEW'],
    [2, '2', 'NEGOTIATING'],
    [3, '3', 'NEW'],
  ])
})
