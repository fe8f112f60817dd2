import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposeFromFiles } from './propose-from-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-propose-'))
})
afterAll(() => rm(folder, { recursive: true }))

const context = { name: 'Example County, assessor', countyFips: '47037', today: '2026-11-20' }

async function propose(content: string | Buffer, wish: Partial<typeof context & { key: string }> = {}) {
  const path = join(folder, 'roll.csv')
  await writeFile(path, content)
  return proposeFromFiles({ ...context, paths: [path], ...wish })
}

test('other delimiters and lines above the header are detected', async () => {
  const { document } = await propose(
    'Example County, as of 2026\n\napn|owner|zip\n1-20-11|TESTWELL|37209\n1-20-12|LEE|37211\n',
  )
  expect(document).toMatchObject({
    key: { columns: ['apn'] },
    property: { ownerNames: { columns: ['owner'] }, situsZip: { columns: ['zip'] } },
  })
})

test('a table is named as the wizard names it', async () => {
  const path = join(folder, '2024_Parcels.csv')
  await writeFile(path, 'apn,owner\n1-20-11,TESTWELL\n1-20-12,LEE\n')
  expect((await proposeFromFiles({ ...context, paths: [path] })).document?.files).toMatchObject([{ id: 'parcels' }])
})

test('a request that yields no source is rejected with a message', async () => {
  await expect(propose('a,b\n1,2\n', { key: 'c' })).rejects.toThrow(/^No table has the column "c": .* has a, b\.$/)
  await expect(propose('apn\n1\n', { countyFips: '99999' })).rejects.toThrow(/^"99999" is not a county/)
  await expect(propose('apn\n1\n', { name: '123' })).rejects.toThrow(/^The source needs a name/)
  await expect(propose('')).rejects.toThrow(/is empty/)
  expect(await propose('a,b\n1,1\n1,1\n')).toMatchObject({
    document: null,
    refusal: expect.stringMatching(/^No column has parcel numbers/),
  })
})
