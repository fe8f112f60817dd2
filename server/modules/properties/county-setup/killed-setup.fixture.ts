import type { Services } from '../../../platform/context.ts'
import { openServices, type StoreLocation } from '../rolls/own-process.fixture.ts'
import { takeToCheck } from './killed-setup-steps.fixture.ts'
import type { SetupRef } from './setups.queries.ts'

// A separate program, so it can be killed: goes on with a setup until it dies in one of its steps.

export type SetupStep = 'RECEIVING' | 'READING' | 'PROPOSING' | 'CHECKING'
export type KilledSetupTask = StoreLocation & { started: SetupRef; killAt: SetupStep }

const killProcess = () => process.kill(process.pid, 'SIGKILL')

/** The same services, but the process ends where a step has started and is not complete. */
function killDuring({ files, clickhouse, ...services }: Services, step: SetupStep): Services {
  async function* killAfterFirst(content: Parameters<typeof files.write>[1]) {
    for await (const piece of content) {
      yield piece
      killProcess()
    }
  }
  const write: typeof files.write = (key, content) => {
    const isSample = key.endsWith('.json')
    return files.write(key, step === (isSample ? 'READING' : 'RECEIVING') ? killAfterFirst(content) : content)
  }
  const read: typeof files.read = (key) => {
    if (step === 'PROPOSING') killProcess()
    return files.read(key)
  }
  const run: typeof clickhouse.run = async (sql, params) => {
    await clickhouse.run(sql, params)
    if (step === 'CHECKING') killProcess()
  }
  return { ...services, files: { ...files, write, read }, clickhouse: { ...clickhouse, run } }
}

// Passed by the test that starts this program.
const { started, killAt, ...place } = JSON.parse(process.argv[2] ?? '') as KilledSetupTask
const { services } = await openServices(place)
await takeToCheck(killDuring(services, killAt), place, started)
