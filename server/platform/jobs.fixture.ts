import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startWorker } from './jobs.ts'
import { openPool } from './postgres/database.ts'

// A worker process of its own, to be killed: it starts each job, says so, and never ends one.
const [connectionString = '', everyMs, deadAfterMs] = process.argv.slice(2)

await startWorker({
  // A second one could take the job again in the very moment of the kill.
  concurrency: 1,
  pool: openPool(connectionString),
  log: pino({ level: 'silent' }),
  heartbeat: { everyMs: Number(everyMs), deadAfterMs: Number(deadAfterMs) },
  tasks: {
    work: async () => {
      process.stdout.write('started\n')
      await sleep(3_600_000)
    },
  },
})
