import { formatDay } from '../../../util/format.ts'
import { mailTemplate } from '../template.ts'

/** An order whose numbers have to be checked again by `expiresAt`; `page` is its path, `why` ends a sentence. */
type ExpiringOrder = { name: string; expiresAt: Date; why: string; page: string }

const sample = {
  name: 'Sampleton absentee owners',
  expiresAt: new Date('2026-11-30T00:00:00Z'),
  why: 'a check against the do-not-call lists counts for 30 days',
  page: '/portal/orders/00000000-0000-7000-8000-000000000001',
}
const reason = 'You get this mail because you have a Call Ready order at Dooryard.'
const buttonLabel = 'Check the numbers again'

export const numbersExpiringMail = mailTemplate({
  title: 'Numbers expire soon',
  sample,
  write: ({ name, expiresAt, why, page }: ExpiringOrder, { hello }) => ({
    subject: `The numbers of ${name} are good until ${formatDay(expiresAt)}`,
    preview: 'Check them against the do-not-call lists again; it is free.',
    heading: 'Check your numbers again',
    body: [
      `${hello}, the numbers of your order ${name} may be called until ${formatDay(expiresAt)}: ${why}, since people join ` +
        'these lists every day.',
      'Have them checked again before you continue calling. It is free, takes a moment, and gives you a new file and a new ' +
        'certificate.',
      { button: buttonLabel, to: page },
    ],
    reason,
  }),
})

export const numbersExpiredMail = mailTemplate({
  title: 'Numbers expired',
  sample,
  write: ({ name, expiresAt, why, page }: ExpiringOrder, { hello }) => ({
    subject: `The numbers of ${name} must be checked again`,
    preview: 'Please do not call them until they are; it is free.',
    heading: 'Your numbers are too old to be called',
    body: [
      `${hello}, the numbers of your order ${name} could be called until ${formatDay(expiresAt)}: ${why}. Please do not ` +
        'call them until they have been checked again.',
      'The order and its leads stay yours. Its file can be downloaded again after a new check, which is free; its ' +
        'certificate can be had at any time.',
      { button: buttonLabel, to: page },
    ],
    reason,
  }),
})
