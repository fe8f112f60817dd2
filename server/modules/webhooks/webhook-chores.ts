import { dayMs, hourMs } from '@dooryard/contract/time'
import { webhookLogDays } from '@dooryard/contract/webhooks'
import type { Services } from '../../platform/context.ts'
import { endLeftBehind } from './attempts.queries.ts'
import { forgetBefore, forgetDeleted, forgetPreviousSecrets } from './forget.queries.ts'

// Whoever is to be told of something may have found a webhook a moment before it was deleted.

/** What is looked after now and then. */
export const webhookChores = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => ({
  endWebhooksLeftBehind: () => endLeftBehind(db, clock.now()),
  forgetWebhookLog: () => forgetBefore(db, new Date(clock.now().getTime() - webhookLogDays * dayMs)),
  forgetDeletedWebhooks: () => forgetDeleted(db, new Date(clock.now().getTime() - hourMs)),
  forgetPreviousSecrets: () => forgetPreviousSecrets(db, clock.now()),
})
