import type { UserStatistics } from '@dooryard/contract/admin/user-statistics'
import { Text } from '@mantine/core'
import { emptyValue, formatDay, formatMoney, formatNumber, formatShare, pluralize } from '../../lib/format/format.ts'
import { QuietLink } from '../../ui/display/links.tsx'
import type { Stat } from '../../ui/display/stats.tsx'

const formatOptionalShare = (share: number | null) => (share === null ? emptyValue : formatShare(share))

const formatPaid = ({ paid }: UserStatistics['payments']) =>
  paid.map(formatMoney).join(' + ') || formatMoney(zeroAmount)

const zeroAmount = { amount: 0, currency: 'USD' }

/** Enterprise-only resources link to the administrator's list, filtered by the user. */
function KeysInUse({ user, api }: UserStatistics) {
  const label = `${pluralize(api.keys, 'key')} in use`
  if (user.role !== 'ENTERPRISE_USER') return label
  return (
    <QuietLink to="/portal/api-keys" search={{ userId: [user.id] }}>
      {label}
    </QuietLink>
  )
}

function WebhookCounts({ user, webhooks: { active, disabled } }: UserStatistics) {
  const label = `${pluralize(active, 'webhook')} on, ${formatNumber(disabled)} off`
  if (user.role !== 'ENTERPRISE_USER') return label
  return (
    <QuietLink to="/portal/webhooks" search={{ userId: [user.id] }}>
      {label}
    </QuietLink>
  )
}

function formatLoginHint({ last, activeSessions }: UserStatistics['logins']): string {
  if (!last) return 'Never signed in'
  return `Last on ${formatDay(last)}; ${pluralize(activeSessions, 'session')} open now`
}

export function toStats(statistics: UserStatistics): Stat[] {
  const { orders, leads, credits, payments, logins, api, webhooks } = statistics
  const stats = [
    {
      label: 'Orders placed',
      value: formatNumber(orders.placed),
      hint: `In the period; ${formatNumber(orders.underWay)} in progress now`,
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
      hint: `In ${pluralize(payments.count, 'payment')}, net of refunds since`,
    },
    {
      label: 'Callable rate',
      value: formatOptionalShare(leads.callableRate),
      hint: leads.callableRate === null ? 'No numbers checked' : 'Of the numbers checked, as they were delivered',
    },
    { label: 'Sign-ins', value: formatNumber(logins.count), hint: formatLoginHint(logins) },
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
