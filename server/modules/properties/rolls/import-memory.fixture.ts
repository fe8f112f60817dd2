import { philadelphiaPa } from '../sources/philadelphia-pa.ts'
import { importRoll } from './import-roll.ts'
import { openServices, type Place } from './own-process.fixture.ts'

// A program of its own, whose memory is that of one import: imports a roll and prints what the process held.

export type Task = Place & { path: string }
/** Megabytes of the whole process, with its stores open and at most. */
export type Held = { rows: number; atRest: number; atMost: number }

async function main({ path, ...place }: Task): Promise<Held> {
  const { services, close } = await openServices(place)
  const atRest = process.memoryUsage.rss() / 1024 ** 2
  const { properties } = await importRoll(services, { source: philadelphiaPa, path })
  await close()
  return { rows: properties, atRest, atMost: process.resourceUsage().maxRSS / 1024 }
}

// Given by the test that starts this program.
const task = JSON.parse(process.argv[2] ?? '') as Task
process.stdout.write(JSON.stringify(await main(task)))
