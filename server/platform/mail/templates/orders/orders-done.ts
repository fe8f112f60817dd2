import { mailTemplate } from '../template.ts'

/**
 * An order that is over. `delivery` and `returned` are sentences, the latter empty when no credits came back; `reason`
 * says why leads are missing, or why it failed.
 */
type FinishedOrder = {
  name: string
  campaignType: string
  delivery: string
  reason: string
  returned: string
  /** The path of its screen. */
  page: string
}

const sample = {
  name: 'Sampleton absentee owners',
  campaignType: 'Mail Ready',
  delivery: '480 leads for 480 credits.',
  reason: '480 of 500 leads: 510 properties match, 30 were already purchased.',
  returned: '20 credits are back in your balance.',
  page: '/portal/orders/00000000-0000-7000-8000-000000000001',
}
const reason = 'You get this mail because you placed an order at Dooryard.'

const joinSentences = (...sentences: string[]) => sentences.filter(Boolean).join(' ')

export const orderReadyMail = mailTemplate({
  title: 'Order ready',
  sample,
  write: ({ name, campaignType, delivery, reason: shortfall, returned, page }: FinishedOrder, { hello }) => ({
    subject: `Your order ${name} is ready`,
    preview: delivery,
    heading: 'Your leads are ready',
    body: [
      `${hello}, your ${campaignType} order ${name} is complete: ${delivery}`,
      ...(shortfall || returned ? [joinSentences(shortfall, returned)] : []),
      { button: 'Open the order', to: page },
    ],
    reason,
    isOptional: true,
  }),
})

export const orderFailedMail = mailTemplate({
  title: 'Order failed',
  sample: {
    ...sample,
    reason: 'No lead of this audience can be delivered any more.',
    returned: '500 credits are back in your balance.',
  },
  write: ({ name, campaignType, reason: failure, returned, page }: FinishedOrder, { hello }) => ({
    subject: `Your order ${name} failed`,
    preview: joinSentences(failure, returned),
    heading: 'Your order failed',
    body: [
      `${hello}, your ${campaignType} order ${name} could not be delivered. ${failure}`,
      ...(returned ? [`Nothing was charged: ${returned}`] : []),
      { button: 'Open the order', to: page },
    ],
    reason,
    isOptional: true,
  }),
})
