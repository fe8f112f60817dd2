import { setTimeout as sleep } from 'node:timers/promises'
import { importRoll } from './import-roll.ts'
import { type Moment, type State, sources, stateOf, stoppedAt } from './killed-import-task.fixture.ts'
import { openServices, type Place } from './own-process.fixture.ts'

// A program of its own, so that it can be killed: imports rolls one after the other and prints what is stored.

/** What to import; it is killed before a statement, or while that runs for so long. */
export type Step = { source: keyof typeof sources; path: string; killBefore?: Moment & { underWayMs?: number } }
export type Task = Place & { steps: Step[] }
export type Outcome = { before: State; statuses: string[]; after: State }

const killThis = () => process.kill(process.pid, 'SIGKILL')

async function main({ steps, ...place }: Task): Promise<Outcome> {
  const { services, close } = await openServices(place)
  const before = await stateOf(services.clickhouse)
  const statuses: string[] = []
  for (const { source, path, killBefore } of steps) {
    const kill = async () => {
      if (killBefore?.underWayMs === undefined) killThis()
      else void sleep(killBefore.underWayMs).then(killThis)
    }
    const clickhouse = killBefore ? stoppedAt(services.clickhouse, killBefore, kill) : services.clickhouse
    statuses.push((await importRoll({ ...services, clickhouse }, { source: sources[source], path })).status)
    if (killBefore) killThis()
  }
  const after = await stateOf(services.clickhouse)
  await close()
  return { before, statuses, after }
}

// Given by the test that starts this program.
const task = JSON.parse(process.argv[2] ?? '') as Task
process.stdout.write(JSON.stringify(await main(task)))
