import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testConformance } from './conformance.fixture.ts'
import { openEmbeddedClickHouse } from './embedded.ts'

testConformance(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-embedded-'))
  const store = await openEmbeddedClickHouse(folder)
  const close = async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { store, close }
})
