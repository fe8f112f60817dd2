import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExampleImports, header, line } from './example-roll.fixture.ts'

let imports: Awaited<ReturnType<typeof createExampleImports>>

beforeAll(async () => {
  imports = await createExampleImports()
})
afterAll(() => imports.close())

test('memory does not grow with the file', async () => {
  const path = join(imports.folder, 'large.csv')
  async function* lines(rows: number) {
    yield `${header}\n`
    for (let at = 0; at < rows; at += 1) yield `${line(`P${at}`)}\n`
  }
  await pipeline(lines(50_000), createWriteStream(path))
  let peak = 0
  const start = process.memoryUsage().heapUsed
  const report = await imports.load(path, {
    dryRun: true,
    onProgress: () => {
      peak = Math.max(peak, process.memoryUsage().heapUsed - start)
    },
  })
  expect(report.rowsMapped).toBe(50_000)
  // The rows would take some 150 MB as objects, and more as lines.
  expect(peak).toBeLessThan(100 * 1024 ** 2)
})
