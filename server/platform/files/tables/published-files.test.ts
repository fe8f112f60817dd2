import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inspectTables } from './inspect-tables.ts'
import { toUniqueNames } from './table.ts'

const data = join(import.meta.dirname, '../../../../../shared/data/rolls')
const isHere = existsSync(data)
if (!isHere) console.warn('The published rolls are not at ../shared/data: the test that reads them is skipped.')

/** The names of columns that an answer key lists, which must be read as columns. */
function listColumns(key: unknown): string[] {
  if (typeof key === 'string') return [key]
  return typeof key === 'object' && key !== null ? Object.values(key).flatMap(listColumns) : []
}

// GDAL starts for each file with outlines, which takes a few seconds on a busy machine.
describe.skipIf(!isHere)('published files', { timeout: 120_000 }, () => {
  test('each opens with the columns that its answer key names', async () => {
    for (const place of await readdir(data)) {
      const files = (await readdir(join(data, place))).filter((name) => !/^key.*\.json$|\.md$/.test(name))
      const headers: string[] = []
      for (const name of files) {
        const path = join(data, place, name)
        const { tables } = await inspectTables({ path, name, size: (await stat(path)).size })
        expect(tables.every(({ rows }) => rows.length > 0)).toBe(true)
        for (const { header, geometry, rows } of tables) {
          headers.push(...header)
          expect(header).toEqual(toUniqueNames(header))
          if (geometry === 'POLYGON')
            expect(rows.filter((row) => row.at(-3)).length).toBeGreaterThan(rows.length * 0.95)
        }
      }
      const keys = (await readdir(join(data, place))).filter((name) => /^key.*\.json$/.test(name))
      for (const name of keys) {
        const key: unknown = JSON.parse(await readFile(join(data, place, name), 'utf8'))
        // Names of rows stay out of messages: only the place is told.
        const missing = listColumns(key).filter((column) => !headers.includes(column))
        expect(missing, `${place} ${name}`).toEqual([])
      }
    }
  })
})
