import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPropertyServices } from '../property-services.fixture.ts'
import { countDemoRows, loadDemo } from './load-demo.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
beforeAll(async () => {
  store = await createPropertyServices()
})
afterAll(() => store.close())

const count = async (sql: string) => {
  const [row] = await store.services.clickhouse.rows<{ n: string }>(`select count() as n from ${sql}`)
  return Number(row?.n)
}

test('loading the demo again replaces it without leftovers, and one of an older version is told apart', async () => {
  await loadDemo(store.services, { rows: 800 })
  expect(await count('properties')).toBe(800)
  await loadDemo(store.services, { rows: 300 })
  expect(await count('properties')).toBe(300)
  expect(await count('transfers where property_id not in (select property_id from properties)')).toBe(0)
  expect(await countDemoRows(store.services.db)).toBe(300)
  await store.services.db.updateTable('rolls').set({ sha256: 'of an older version' }).execute()
  expect(await countDemoRows(store.services.db)).toBe(0)
  const tables = await store.services.clickhouse.rows<{ name: string }>('show tables')
  expect(tables.map(({ name }) => name).filter((name) => /staging|restaged|intake/.test(name))).toEqual([])
})
