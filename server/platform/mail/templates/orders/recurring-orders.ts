import { mailTemplate } from '../template.ts'

/** `why` is one or more sentences; `page` is its path. */
type PausedOrder = { name: string; why: string; page: string }

export const recurringPausedMail = mailTemplate({
  title: 'Recurring order paused',
  sample: {
    name: 'Sampleton absentee owners',
    why: 'Your balance does not cover the next order. Buy credits, then resume it.',
    page: '/portal/recurring-orders?open=00000000-0000-7000-8000-000000000001',
  },
  write: ({ name, why, page }: PausedOrder, { hello }) => ({
    subject: `Recurring order paused: ${name}`,
    preview: why,
    heading: 'Your recurring order is paused',
    body: [
      `${hello}, your recurring order ${name} is paused and orders nothing. ${why}`,
      { button: 'Open the recurring order', to: page },
    ],
    reason: 'You get this mail because you have a recurring order at Dooryard.',
    isOptional: true,
  }),
})
