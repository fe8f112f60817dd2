import { setTimeout as sleep } from 'node:timers/promises'
import { importRoll, toFiles } from './import-roll.ts'
import {
  type KillPoint,
  readStoreState,
  type StoreState,
  sources,
  stopAtStatement,
} from './killed-import-steps.fixture.ts'
import { openServices, type StoreLocation } from './own-process.fixture.ts'

// A separate program, so it can be killed: imports rolls one after the other and prints the stored state.

/** An import, killed before a statement or while it runs. */
export type ImportStep = {
  source: keyof typeof sources
  path: string
  killBefore?: KillPoint & { delayMs?: number }
}
export type KilledImportTask = StoreLocation & { steps: ImportStep[] }
export type KilledImportOutcome = { before: StoreState; statuses: string[]; after: StoreState }

const killProcess = () => process.kill(process.pid, 'SIGKILL')

async function main({ steps, ...place }: KilledImportTask): Promise<KilledImportOutcome> {
  const { services, close } = await openServices(place)
  const before = await readStoreState(services.clickhouse)
  const statuses: string[] = []
  for (const { source, path, killBefore } of steps) {
    const kill = async () => {
      if (killBefore?.delayMs === undefined) killProcess()
      else void sleep(killBefore.delayMs).then(killProcess)
    }
    const clickhouse = killBefore ? stopAtStatement(services.clickhouse, killBefore, kill) : services.clickhouse
    const document = sources[source]
    const files = toFiles(document, path)
    statuses.push((await importRoll({ ...services, clickhouse }, { document, files })).status)
    if (killBefore) killProcess()
  }
  const after = await readStoreState(services.clickhouse)
  await close()
  return { before, statuses, after }
}

// Passed by the test that starts this program.
const task = JSON.parse(process.argv[2] ?? '') as KilledImportTask
process.stdout.write(JSON.stringify(await main(task)))
