import { dayMs } from '@dooryard/contract/api/time'
import type { MailTransport } from '../../platform/mail/mail.ts'
import { createOutboxTransport } from '../../platform/mail/outbox.ts'
import { type Clock, systemClock } from '../../platform/util/clock.ts'
import type { PastServices } from './history-step.ts'

const shownForMs = 14 * dayMs

/** Shows the mails of the last two weeks in the outbox. Nothing of a history is ever sent. */
export function createPastDelivery(
  services: PastServices,
  { hasOutbox, present = systemClock }: { hasOutbox: boolean; present?: Clock },
): MailTransport {
  const deliver = createOutboxTransport(services)
  return async (mail) => {
    const ageMs = present.now().getTime() - services.clock.now().getTime()
    if (hasOutbox && ageMs < shownForMs) await deliver(mail)
  }
}
