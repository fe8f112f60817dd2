import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-pg-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the second start is quick', async () => {
  await (await startEmbeddedPostgres({ folder })).stop()
  const startedAt = performance.now()
  const postgres = await startEmbeddedPostgres({ folder })
  expect(performance.now() - startedAt).toBeLessThan(1500)
  await postgres.stop()
})
