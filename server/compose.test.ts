import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepHouse } from './compose.ts'
import { type Portal, testPortal } from './test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const oldCounts = async () => {
  const { rows } = await sql`select key from rate_limits where expire < 1000`.execute(portal.db)
  return rows
}

const complaints = () => portal.logged.filter((line) => line.includes('housekeeping failed'))

beforeEach(async () => {
  portal.logged.length = 0
  await sql`insert into rate_limits (key, points, expire) values ('of long ago', 1, 500)`.execute(portal.db)
})

describe('the house', () => {
  test('is kept without a word', async () => {
    await keepHouse(portal.services, portal.billing)
    expect(await oldCounts()).toEqual([])
    expect(complaints()).toEqual([])
  })

  test.each([
    ['idempotent_answers', ['forgetOldAnswers']],
    ['orders', ['rescueOrders', 'rescueRefreshes', 'expireOrders']],
  ])('is kept on when what needs %s fails, and the log says which that is', async (table, chores) => {
    await sql`alter table ${sql.table(table)} rename to elsewhere`.execute(portal.db)
    await keepHouse(portal.services, portal.billing).finally(() =>
      sql`alter table elsewhere rename to ${sql.table(table)}`.execute(portal.db),
    )
    expect(await oldCounts()).toEqual([])
    expect(complaints().map((line) => JSON.parse(line))).toMatchObject(
      chores.map((chore) => ({ chore, level: 'error' })),
    )
  })
})
