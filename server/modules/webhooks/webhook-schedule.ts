import { dayMs, hourMs } from '@dooryard/contract/time'
import { webhookLogDays } from '@dooryard/contract/webhooks'
import type { Services } from '../../platform/context.ts'
import { everyHour, everyMinute } from '../../platform/schedule.ts'
import { endLeftBehind, forgetBefore, forgetDeleted, forgetPreviousSecrets } from './attempts.queries.ts'

export const webhookSchedule = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    // Whoever emits an event may have found a webhook a moment before it was deleted.
    'end-undeliverable-attempts': everyMinute(() => endLeftBehind(db, clock.now())),
    'purge-webhook-log': everyHour(() => forgetBefore(db, ago(webhookLogDays * dayMs))),
    'purge-deleted-webhooks': everyMinute(() => forgetDeleted(db, ago(hourMs))),
    'purge-previous-secrets': everyMinute(() => forgetPreviousSecrets(db, clock.now())),
  }
}
