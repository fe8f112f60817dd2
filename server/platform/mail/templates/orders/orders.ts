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
const buttonLabel = 'Refresh DNC check'

export const numbersExpiringMail = mailTemplate({
  title: 'Numbers expire soon',
  sample,
  write: ({ name, expiresAt, why, page }: ExpiringOrder, { hello }) => ({
    subject: `DNC check of ${name} expires on ${formatDay(expiresAt)}`,
    preview: 'Refresh it to keep calling. Free.',
    heading: 'Your DNC check expires soon',
    body: [
      `${hello}, the numbers of your order ${name} may be called until ${formatDay(expiresAt)}: ${why}, since people join ` +
        'these lists every day.',
      'Refresh the do-not-call check before you continue calling. It is free and gives you a new certificate, and a new ' +
        'file if a result changed.',
      { button: buttonLabel, to: page },
    ],
    reason,
    isOptional: true,
  }),
})

export const numbersExpiredMail = mailTemplate({
  title: 'Numbers expired',
  sample,
  write: ({ name, expiresAt, why, page }: ExpiringOrder, { hello }) => ({
    subject: `DNC check of ${name} has expired`,
    preview: 'Stop calling until you refresh it. Free.',
    heading: 'Your DNC check has expired',
    body: [
      `${hello}, the numbers of your order ${name} could be called until ${formatDay(expiresAt)}: ${why}. Do not call ` +
        'them until you refresh the check, which is free.',
      'You keep the order and its leads. The file can be downloaded again after the refresh, the certificates at any time.',
      { button: buttonLabel, to: page },
    ],
    reason,
    isOptional: true,
  }),
})
