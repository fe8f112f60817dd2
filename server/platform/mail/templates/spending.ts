import { pluralize } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

const reason = 'You get this mail because you set this spending alert in your Dooryard account.'
const seeAlerts = { link: 'Change your spending alerts', to: '/portal/settings/billing' }
const seeHistory = { button: 'View credit history', to: '/portal/settings/credit-history' }

/** Credits: what was set, and what was spent or is left. */
type Alert = { limit: number; amount: number }

/** Sent when a limit that the user set is passed. */
export const spendingAlertMails = {
  DAY: mailTemplate({
    title: 'Daily spending alert',
    sample: { limit: 500, amount: 640 },
    write: ({ limit, amount }: Alert, { hello }) => ({
      subject: `You spent more than ${pluralize(limit, 'credit')} today`,
      preview: `${pluralize(amount, 'credit')} spent today.`,
      heading: 'Daily spending alert',
      body: [
        `${hello}, ${pluralize(amount, 'credit')} were spent today (UTC), more than the ${pluralize(limit, 'credit')} you set.`,
        'Orders are not stopped. You get this alert at most once a day.',
        seeHistory,
        seeAlerts,
      ],
      reason,
      isOptional: true,
    }),
  }),
  MONTH: mailTemplate({
    title: 'Monthly spending alert',
    sample: { limit: 5000, amount: 5120 },
    write: ({ limit, amount }: Alert, { hello }) => ({
      subject: `You spent more than ${pluralize(limit, 'credit')} this month`,
      preview: `${pluralize(amount, 'credit')} spent this month.`,
      heading: 'Monthly spending alert',
      body: [
        `${hello}, ${pluralize(amount, 'credit')} were spent this month (UTC), more than the ${pluralize(limit, 'credit')} you set.`,
        'Orders are not stopped. You get this alert at most once a month.',
        seeHistory,
        seeAlerts,
      ],
      reason,
      isOptional: true,
    }),
  }),
  BALANCE: mailTemplate({
    title: 'Low balance alert',
    sample: { limit: 200, amount: 140 },
    write: ({ limit, amount }: Alert, { hello }) => ({
      subject: `Your balance is below ${pluralize(limit, 'credit')}`,
      preview: `${pluralize(amount, 'credit')} left.`,
      heading: 'Low balance alert',
      body: [
        `${hello}, you have ${pluralize(amount, 'credit')} left, fewer than the ${pluralize(limit, 'credit')} you set.`,
        'You get this alert again only after your balance has recovered.',
        { button: 'Buy credits', to: '/portal/settings/pay-as-you-go' },
        seeAlerts,
      ],
      reason,
      isOptional: true,
    }),
  }),
}
