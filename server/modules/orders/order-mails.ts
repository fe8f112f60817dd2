import { hello, letterTo, type Portal, type Reader } from '../../platform/mail/letter-to.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { dayInWords, whyUntil } from './expiry-rules.ts'

/** An order whose numbers have to be checked again by `expiresAt`; `page` is where it stands in the portal. */
export type ToBeChecked = { name: string; expiresAt: Date; checkedAt: Date | null; page: string }

const reason = 'You get this mail because you have a Call Ready order at Dooryard.'

/** Three days before the numbers of an order are too old to be called. */
export function expiringMail(portal: Portal, reader: Reader, order: ToBeChecked): Mail {
  const { name, expiresAt, checkedAt, page } = order
  const until = dayInWords(expiresAt)
  return letterTo(portal, reader, {
    subject: `The numbers of ${name} are good until ${until}`,
    preview: 'Check them against the do-not-call lists again; it is free.',
    heading: 'Check your numbers again',
    body: [
      `${hello(reader)}, the numbers of your order ${name} may be called until ${until}: ` +
        `${whyUntil(expiresAt, checkedAt)}, since people join these lists every day.`,
      'Have them checked again before you go on calling. It is free, takes a moment, and gives you a new file and a new ' +
        'certificate.',
      { button: 'Check the numbers again', to: page },
    ],
    reason,
  })
}

/** Once they are. */
export function expiredMail(portal: Portal, reader: Reader, order: ToBeChecked): Mail {
  const { name, expiresAt, checkedAt, page } = order
  return letterTo(portal, reader, {
    subject: `The numbers of ${name} must be checked again`,
    preview: 'Please do not call them until they are; it is free.',
    heading: 'Your numbers are too old to be called',
    body: [
      `${hello(reader)}, the numbers of your order ${name} could be called until ${dayInWords(expiresAt)}: ` +
        `${whyUntil(expiresAt, checkedAt)}. Please do not call them until they have been checked again.`,
      'The order and its leads stay yours. Its file can be downloaded again after a new check, which is free; its ' +
        'certificate can be had at any time.',
      { button: 'Check the numbers again', to: page },
    ],
    reason,
  })
}
