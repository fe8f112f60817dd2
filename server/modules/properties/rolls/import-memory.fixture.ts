import { philadelphia } from '../sources/source.fixture.ts'
import { importRoll, toFiles } from './import-roll.ts'
import { openServices, type StoreLocation } from './own-process.fixture.ts'

// A separate program whose memory is that of one import: imports a roll and prints the memory used.

export type ImportMemoryTask = StoreLocation & { path: string }
/** Megabytes of the whole process: with its stores open, and at peak. */
export type MemoryUsage = { rows: number; atRest: number; atMost: number }

async function main({ path, ...place }: ImportMemoryTask): Promise<MemoryUsage> {
  const { services, close } = await openServices(place)
  const atRest = process.memoryUsage.rss() / 1024 ** 2
  const { properties } = await importRoll(services, {
    document: philadelphia,
    files: toFiles(philadelphia, path),
  })
  await close()
  return { rows: properties, atRest, atMost: process.resourceUsage().maxRSS / 1024 }
}

// Passed by the test that starts this program.
const task = JSON.parse(process.argv[2] ?? '') as ImportMemoryTask
process.stdout.write(JSON.stringify(await main(task)))
