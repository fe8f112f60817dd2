import type { Operations } from '@dooryard/contract/operations'
import { plural } from '../../lib/format.ts'

const storeNames = { POSTGRESQL: 'PostgreSQL', CLICKHOUSE: 'ClickHouse' } as const
export const storeName = ({ name }: Pick<Operations['stores'][number], 'name'>) => storeNames[name]

/** A job that has been due for longer has nobody to take it. */
const patienceMs = 60_000

type Known = Pick<Operations, 'at' | 'stores' | 'workers' | 'jobs' | 'webhooks' | 'mails' | 'rolls'>

/** What somebody has to look after, in sentences, the worst first; none when all is well. */
export function attentionTo({ at, stores, workers, jobs, webhooks, mails, rolls }: Known): string[] {
  const waits = jobs.oldestDue !== null && Date.parse(at) - Date.parse(jobs.oldestDue) > patienceMs
  const otherFailures = jobs.failed - mails.failed
  return [
    ...stores
      .filter(({ isUp }) => !isUp)
      .map((store) => `${storeName(store)} does not answer${store.problem ? `: ${store.problem}` : ''}.`),
    ...(workers.length === 0 ? ['No worker is running, so no order, import or mail goes on.'] : []),
    ...(waits && workers.length > 0 ? ['Jobs have been due for more than a minute: the workers do not keep up.'] : []),
    ...(otherFailures > 0 ? [`${plural(otherFailures, 'job')} failed for good.`] : []),
    ...(mails.failed > 0 ? [`${plural(mails.failed, 'mail')} could not be sent.`] : []),
    ...(mails.way === 'NONE' ? ['No mail server is set up, so mails wait: set SMTP_URL.'] : []),
    ...(webhooks.overdue > 0
      ? [`${plural(webhooks.overdue, 'webhook event')} should have been sent a minute ago.`]
      : []),
    ...(rolls.failedImports > 0 ? [`${plural(rolls.failedImports, 'import')} of rolls failed.`] : []),
  ]
}
