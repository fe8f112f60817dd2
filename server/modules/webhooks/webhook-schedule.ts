import { dayMs, hourMs } from '@dooryard/contract/api/time'
import { webhookLogDays } from '@dooryard/contract/integrations/webhooks'
import type { Services } from '../../platform/context.ts'
import { everyHour, everyMinute } from '../../platform/jobs/schedule.ts'
import {
  endOrphanedAttempts,
  purgeBefore,
  purgeDeletedWebhooks,
  purgePreviousSecrets,
} from './deliver/attempts.queries.ts'

export const webhookSchedule = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => {
  const getTimeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    // A concurrent emit may have found the webhook just before it was deleted.
    'end-undeliverable-attempts': everyMinute(() => endOrphanedAttempts(db, clock.now())),
    'purge-webhook-log': everyHour(() => purgeBefore(db, getTimeAgo(webhookLogDays * dayMs))),
    'purge-deleted-webhooks': everyMinute(() => purgeDeletedWebhooks(db, getTimeAgo(hourMs))),
    'purge-previous-secrets': everyMinute(() => purgePreviousSecrets(db, clock.now())),
  }
}
