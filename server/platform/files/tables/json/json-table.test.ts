import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectTables } from '../inspect-tables.ts'
import type { TableChoices } from '../table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-json-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function inspect(name: string, content: string | Buffer, choices: TableChoices = {}) {
  const path = join(folder, name)
  await writeFile(path, content)
  return (await inspectTables({ path, name, size: content.length }, choices)).tables
}

test('Windows-1252 is read, and a parcel number of 18 digits keeps all of them', async () => {
  const content = Buffer.from('[{"id":123456789012345678,"owner":"CAF\xc9 DOVE","acres":1.5}]', 'latin1')
  const expected = [['123456789012345678', 'CAFÉ DOVE', '1.5']]
  expect((await inspect('t.json', content))[0]?.rows).toEqual(expected)
  const [chosen] = await inspect('t.json', content, { encoding: 'windows-1252' })
  expect(chosen).toMatchObject({ rows: expected, file: { encoding: 'windows-1252' } })
})

test('characters that cannot be stored are replaced in names and cells', async () => {
  const [table] = await inspect('t.json', '[{"PA\\u0000RCEL\\ud800":"001\\u000002","OWNER":"ANN\\ud800"}]')
  expect(table).toMatchObject({ header: ['PA RCEL\ufffd', 'OWNER'], rows: [['001 02', 'ANN\ufffd']] })
  // Half of a character at the end of a long name.
  const [long] = await inspect('t.json', JSON.stringify([{ [`${'A'.repeat(279)}😀`]: '1' }]))
  expect(long?.header).toEqual([`${'A'.repeat(279)}\ufffd`])
})

test('of records on lines a column that only the last one has is found', async () => {
  const early = '{"id":1,"owner":"ANN"}\n'.repeat(40_000)
  const [table] = await inspect('t.jsonl', `${early}{"id":2,"late":"x"}\n`)
  expect(table?.header).toEqual(['id', 'owner', 'late'])
  expect(table?.doubts).toEqual([])
})

test('a line without an end is refused', async () => {
  await expect(inspect('t.jsonl', `{"id":1}\n{"id":"${'x'.repeat(33 * 1024 ** 2)}`)).rejects.toThrow(
    'longer than 32 MB',
  )
})

test('whole numbers of a GeoJSON file that can lose digits are said', async () => {
  const feature = { type: 'Feature', properties: { id: 0, owner: 'ANN' }, geometry: null }
  const content = JSON.stringify({ type: 'FeatureCollection', features: [feature] })
  const [plain] = await inspect('t.geojson', content)
  expect(plain?.doubts).toEqual([])
  const [long] = await inspect('t.geojson', content.replace('"id":0', '"id":123456789012345678'))
  expect(long?.doubts).toEqual([expect.stringContaining('numbers of 16 and more digits')])
}, 20_000)
