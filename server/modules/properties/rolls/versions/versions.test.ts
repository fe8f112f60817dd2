import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExampleImports, good, line } from '../example-roll.fixture.ts'
import { importRoll, toFiles } from '../import-roll.ts'
import { stopAtStatement } from '../killed-import-steps.fixture.ts'
import { purgeVersionFiles } from './version-files.ts'
import { listVersions } from './versions.queries.ts'

let imports: Awaited<ReturnType<typeof createExampleImports>>

beforeAll(async () => {
  imports = await createExampleImports()
  await imports.loadGood()
})
afterAll(() => imports.close())

const list = () => listVersions(imports.services.db, 'example-tn', { limit: 20, offset: 0 })
const listFiles = () => readdir(join(imports.folder, 'files/rolls/versions'))

const sold = good.replace('2026-02-01', '2026-03-01').replace('TESTWELL AVERY', 'MOCKFORD KAY')

/** Imports into a store in which every statement fails from that one on, as if the process was killed there. */
async function importUntil(content: string, statement: string, number: number) {
  const { clickhouse } = imports.services
  let isGone = false
  const gone = async () => {
    isGone = true
    throw new Error('gone')
  }
  const rows: typeof clickhouse.rows = (...query) => (isGone ? gone() : clickhouse.rows(...query))
  const cut = { ...stopAtStatement(clickhouse, { statement, number }, gone), rows }
  const path = await imports.writeContent('next.csv', content)
  const options = {
    document: imports.source,
    files: toFiles(imports.source, path),
    origin: { trigger: 'SCHEDULE' as const },
  }
  await expect(importRoll({ ...imports.services, clickhouse: cut }, options)).rejects.toThrow('gone')
}

test.each([
  ['before the switch', 1],
  ['in the middle of the switch', 4],
])('an import that is cut off %s counts the same changes when it is repeated', async (_, exchange) => {
  await imports.loadGood({ force: true })
  await importUntil(`${sold}\n${line('9')}`, 'exchange tables', exchange)
  const report = await imports.loadFile('next.csv', `${sold}\n${line('9')}`)
  const changes = { added: 1, removed: 0, sold: 1, ownerChanged: 1, valueChanged: 0 }
  expect(report).toMatchObject({ status: 'LOADED', changes })
  const [last] = await list()
  expect(last).toMatchObject({ status: 'LOADED', trigger: 'SHELL', changes })
})

test('an import that fails is in the history, and does not keep its file', async () => {
  await imports.loadGood({ force: true })
  await importUntil(`${good}\n${line('9')}`, 'exchange tables', 1)
  await imports.loadGood({ force: true })
  expect((await list()).slice(0, 2).map(({ status }) => status)).toEqual(['LOADED', 'INTERRUPTED'])
  const oldest = (await list()).findLast(({ hasFiles }) => hasFiles)
  // The files of a version whose list of them is damaged go too.
  await imports.services.db
    .updateTable('datasetVersions')
    .set({ files: '{}' })
    .where('id', '=', oldest?.id ?? '')
    .execute()
  await purgeVersionFiles(imports.services)
  const kept = (await list()).filter(({ hasFiles }) => hasFiles)
  expect(kept.map(({ status }) => status)).toEqual(['LOADED', 'LOADED'])
  expect((await listFiles()).toSorted()).toEqual(kept.map(({ id }) => `${id}-roll`).toSorted())
})
