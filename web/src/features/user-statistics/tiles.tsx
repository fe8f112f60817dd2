import type { UserStatistics } from '@dooryard/contract/user-statistics'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay, formatMoney, formatNumber, formatShare, plural, unknown } from '../../lib/format.ts'
import quiet from '../../ui/display/links.module.css'
import classes from './statistics.module.css'

type Tile = { label: string; figure: string; hint: ReactNode }

const shareOf = (share: number | null) => (share === null ? unknown : formatShare(share))

const paidIn = ({ paid }: UserStatistics['payments']) => paid.map(formatMoney).join(' + ') || formatMoney(nothingPaid)

const nothingPaid = { amount: 0, currency: 'USD' }

/** What only enterprise users have leads to the list of everybody's, narrowed to theirs. */
function KeysInUse({ user, api }: UserStatistics) {
  const words = `${plural(api.keys, 'key')} in use`
  if (user.role !== 'ENTERPRISE_USER') return words
  return (
    <Link className={quiet.link} to="/portal/api-keys" search={{ userId: [user.id] }}>
      {words}
    </Link>
  )
}

function WebhooksThere({ user, webhooks: { active, disabled } }: UserStatistics) {
  const words = `${plural(active, 'webhook')} on, ${formatNumber(disabled)} off`
  if (user.role !== 'ENTERPRISE_USER') return words
  return (
    <Link className={quiet.link} to="/portal/webhooks" search={{ userId: [user.id] }}>
      {words}
    </Link>
  )
}

function loginHint({ last, activeSessions }: UserStatistics['logins']): string {
  if (!last) return 'Never signed in'
  return `Last on ${formatDay(last)}; ${plural(activeSessions, 'session')} open now`
}

/** Each figure with what it counts. */
function tilesOf(statistics: UserStatistics): Tile[] {
  const { orders, leads, credits, payments, logins, api, webhooks } = statistics
  return [
    {
      label: 'Orders placed',
      figure: formatNumber(orders.placed),
      hint: `In the period; ${formatNumber(orders.underWay)} under way now`,
    },
    {
      label: 'Leads delivered',
      figure: formatNumber(leads.delivered),
      hint: 'By orders completed in the period',
    },
    { label: 'Credits spent', figure: formatNumber(credits.captured), hint: 'On leads delivered in the period' },
    {
      label: 'Paid',
      figure: paidIn(payments),
      hint: `In ${plural(payments.count, 'payment')}, less what was paid back since`,
    },
    {
      label: 'Callable rate',
      figure: shareOf(leads.callableRate),
      hint: leads.callableRate === null ? 'No number was checked' : 'Of the numbers checked, as they were delivered',
    },
    { label: 'Sign-ins', figure: formatNumber(logins.count), hint: loginHint(logins) },
    {
      label: 'API requests',
      figure: formatNumber(api.requests30d),
      hint: (
        <>
          In 30 days, {formatNumber(api.refused30d)} refused; <KeysInUse {...statistics} />
        </>
      ),
    },
    {
      label: 'Webhook failures',
      figure: shareOf(webhooks.failureRate),
      hint: (
        <>
          {webhooks.failureRate === null ? 'Nothing' : 'Of what'} was sent in 30 days; <WebhooksThere {...statistics} />
        </>
      ),
    },
  ]
}

/** What the user did and has at a glance. */
export function Tiles({ statistics }: { statistics: UserStatistics | undefined }) {
  if (!statistics) {
    return (
      <div className={classes.tiles} role="status" aria-label="Figures, loading">
        {Array.from({ length: 8 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
          <Skeleton key={at} height={98} radius="md" />
        ))}
      </div>
    )
  }
  return (
    <dl className={classes.tiles}>
      {tilesOf(statistics).map(({ label, figure, hint }) => (
        <div key={label} className={classes.tile}>
          <dt>{label}</dt>
          <dd>
            <strong>{figure}</strong>
          </dd>
          <dd className={classes.hint}>{hint}</dd>
        </div>
      ))}
    </dl>
  )
}
