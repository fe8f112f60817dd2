import { adminOutbox } from '@dooryard/contract/about'
import { operations } from '@dooryard/contract/operations'
import { hourMs } from '@dooryard/contract/time'
import { userStatistics } from '@dooryard/contract/user-statistics'
import { addJob } from '../../platform/jobs.ts'
import { enterpriseUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { succeed } from './journey.ts'

/** An administrator who looks at what a user did and at the machinery, and has jobs tried again. */
export async function operationsJourney(direct: Portal, portal: Portal): Promise<void> {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  await succeed(admin.as, userStatistics.get, { params: { id: owner.id } })
  await succeed(admin.as, operations.get)
  await succeed(admin.as, adminOutbox.list, { query: { to: 'casey@example.com' } })
  // It waits for an hour, so that no worker is at it.
  await addJob(direct.db, 'balance-below', { userId: owner.id }, { delayMs: hourMs })
  const { items } = await succeed(admin.as, operations.jobs, { query: { task: 'balance-below', state: 'WAITING' } })
  await succeed(admin.as, operations.retryJob, { params: { id: items.at(-1)?.id ?? '' } })
  await succeed(admin.as, operations.retryTask)
}
