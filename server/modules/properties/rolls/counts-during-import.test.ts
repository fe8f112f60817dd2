import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { nameGenericSource } from '../sources/generic-source.ts'
import { importRoll, toFiles } from './import-roll.ts'

let portal: Portal
let searcher: TestUser
let folder: string

beforeAll(async () => {
  portal = await testPortal()
  folder = await mkdtemp(join(tmpdir(), 'dooryard-rolls-'))
  searcher = await user(portal)
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const document = nameGenericSource('Sample County', '47037')

async function writeRoll(parcels: number): Promise<string> {
  const path = join(folder, `${parcels}.csv`)
  const rows = Array.from({ length: parcels }, (_, at) => `${at + 1},${at + 1} SAMPLE ST\n`)
  await writeFile(path, `apn,address\n${rows.join('')}`)
  return path
}

const count = async () => (await searcher.as.call(properties.count, { body: { criteria: {} } })).body.count

test('a count requested during a roll’s swap is not served to the next request', async () => {
  const { services } = portal
  await importRoll(services, { document, files: toFiles(document, await writeRoll(3)) })
  expect(await count()).toBe(3)
  const during: number[] = []
  const clickhouse: typeof services.clickhouse = {
    ...services.clickhouse,
    run: async (sql, params) => {
      const isSwap = sql.startsWith('exchange tables')
      if (isSwap) during.push(await count())
      await services.clickhouse.run(sql, params)
      if (isSwap) during.push(await count())
    },
  }
  await importRoll({ ...services, clickhouse }, { document, files: toFiles(document, await writeRoll(5)) })
  // The counts of before are served until all tables are swapped.
  expect(during).toEqual([3, 3])
  expect(await count()).toBe(5)
})
