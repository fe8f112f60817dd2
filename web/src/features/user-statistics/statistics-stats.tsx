import type { UserStatistics } from '@dooryard/contract/user-statistics'
import { Text } from '@mantine/core'
import { formatDay, formatMoney, formatNumber, formatShare, plural, unknown } from '../../lib/format.ts'
import { QuietLink } from '../../ui/display/links.tsx'
import type { Stat } from '../../ui/display/stats.tsx'

const formatOptionalShare = (share: number | null) => (share === null ? unknown : formatShare(share))

const formatPaid = ({ paid }: UserStatistics['payments']) =>
  paid.map(formatMoney).join(' + ') || formatMoney(nothingPaid)

const nothingPaid = { amount: 0, currency: 'USD' }

/** What only enterprise users have leads to the list of everybody's, narrowed to theirs. */
function KeysInUse({ user, api }: UserStatistics) {
  const label = `${plural(api.keys, 'key')} in use`
  if (user.role !== 'ENTERPRISE_USER') return label
  return (
    <QuietLink to="/portal/api-keys" search={{ userId: [user.id] }}>
      {label}
    </QuietLink>
  )
}

function WebhookCounts({ user, webhooks: { active, disabled } }: UserStatistics) {
  const label = `${plural(active, 'webhook')} on, ${formatNumber(disabled)} off`
  if (user.role !== 'ENTERPRISE_USER') return label
  return (
    <QuietLink to="/portal/webhooks" search={{ userId: [user.id] }}>
      {label}
    </QuietLink>
  )
}

function loginHint({ last, activeSessions }: UserStatistics['logins']): string {
  if (!last) return 'Never signed in'
  return `Last on ${formatDay(last)}; ${plural(activeSessions, 'session')} open now`
}

/** Each figure with what it counts. */
export function toStats(statistics: UserStatistics): Stat[] {
  const { orders, leads, credits, payments, logins, api, webhooks } = statistics
  const stats = [
    {
      label: 'Orders placed',
      value: formatNumber(orders.placed),
      hint: `In the period; ${formatNumber(orders.underWay)} under way now`,
    },
    {
      label: 'Leads delivered',
      value: formatNumber(leads.delivered),
      hint: 'By orders completed in the period',
    },
    { label: 'Credits spent', value: formatNumber(credits.captured), hint: 'On leads delivered in the period' },
    {
      label: 'Paid',
      value: formatPaid(payments),
      hint: `In ${plural(payments.count, 'payment')}, less what was paid back since`,
    },
    {
      label: 'Callable rate',
      value: formatOptionalShare(leads.callableRate),
      hint: leads.callableRate === null ? 'No number was checked' : 'Of the numbers checked, as they were delivered',
    },
    { label: 'Sign-ins', value: formatNumber(logins.count), hint: loginHint(logins) },
    {
      label: 'API requests',
      value: formatNumber(api.requests30d),
      hint: (
        <>
          In 30 days, {formatNumber(api.refused30d)} refused; <KeysInUse {...statistics} />
        </>
      ),
    },
    {
      label: 'Webhook failures',
      value: formatOptionalShare(webhooks.failureRate),
      hint: (
        <>
          {webhooks.failureRate === null ? 'Nothing' : 'Of what'} was sent in 30 days; <WebhookCounts {...statistics} />
        </>
      ),
    },
  ]
  return stats.map(({ hint, ...stat }) => ({
    ...stat,
    hint: (
      <Text component="dd" c="dimmed" fz="xs" lh="16px" m={0}>
        {hint}
      </Text>
    ),
  }))
}
