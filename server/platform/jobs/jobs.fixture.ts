import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openPool } from '../postgres/database.ts'
import { startWorker } from './jobs.ts'

// A separate worker process, to be killed: it starts each job, reports it, and never finishes one.
const [connectionString = '', everyMs, deadAfterMs] = process.argv.slice(2)

await startWorker({
  // With a second slot, this process could take the job again at the very moment of the kill.
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
