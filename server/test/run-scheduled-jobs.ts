import { composeSchedule } from '../compose/jobs.ts'
import type { Portal } from './portal.ts'

export async function runScheduledJobs({ services, billing }: Pick<Portal, 'services' | 'billing'>): Promise<void> {
  for (const { run } of Object.values(composeSchedule(services, billing))) await run()
}
