import { paymentHealth } from '@dooryard/contract/payment-health'
import { Skeleton } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDayAndTime, formatNumber, plural, unknown } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { ageWords } from './copy-age.ts'
import { oldestUsed } from './coverage-rows.ts'
import classes from './health.module.css'
import { type Health, healthOfContacts, healthOfLists, healthOfPayments } from './health-rules.ts'
import { contactsOverview, useCoverage } from './integration.data.ts'

const tags = {
  WORKING: <Tag tone="good">Working</Tag>,
  ATTENTION: <Tag tone="warn">Needs attention</Tag>,
  NOT_SET_UP: <Tag tone="plain">Not set up</Tag>,
}

type HealthPanelProps<Data> = {
  title: string
  result: UseQueryResult<Data>
  healthOf: (data: Data) => Health
  factsOf: (data: Data) => Fact[]
  /** Where there is more to see of it. */
  more?: ReactNode
}

function HealthPanel<Data>({ title, result, healthOf, factsOf, more }: HealthPanelProps<Data>) {
  const { data, error, refetch } = result
  if (!data)
    return (
      <Panel title={title}>
        {error ? (
          <LoadFailure what={title} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={160} radius="md" />
        )}
      </Panel>
    )
  const { state, words } = healthOf(data)
  return (
    <Panel title={title} aside={error ? <Tag tone="bad">Not known now</Tag> : tags[state]}>
      <p className={classes.words}>{error ? `The server did not answer just now. Before: ${words}` : words}</p>
      <Facts facts={factsOf(data)} />
      {more && <p className={classes.more}>{more}</p>}
    </Panel>
  )
}

const lookEveryMs = 30_000
const providers = { STRIPE: 'Stripe', SANDBOX: 'Sandbox' } as const

const toPart = (part: 'contacts' | undefined, words: string) => (
  <Link to="/portal/integration" search={{ part }}>
    {words}
  </Link>
)

/** How those do whom the portal depends on. */
export function HealthPart() {
  const payments = useQuery({ ...queryOf(paymentHealth.get, {}), refetchInterval: lookEveryMs })
  return (
    <div className={classes.panels}>
      <HealthPanel
        title="Do-not-call lists"
        result={useCoverage()}
        healthOf={healthOfLists}
        factsOf={(coverage) => {
          const oldest = oldestUsed(coverage)
          return [
            { label: 'Area codes covered', value: formatNumber(coverage.areaCodes) },
            { label: 'Oldest copy', value: oldest ? ageWords(oldest, coverage.maxAgeDays) : 'None' },
            { label: 'Out of date within a week', value: plural(coverage.expiring, 'area code') },
            { label: 'Out of date', value: plural(coverage.stale, 'area code') },
            { label: 'Numbers on the lists', value: formatNumber(coverage.numbers) },
          ]
        }}
        more={toPart(undefined, 'Look at the lists')}
      />
      <HealthPanel
        title="Contact provider"
        result={useQuery({ ...contactsOverview(), refetchInterval: lookEveryMs })}
        healthOf={healthOfContacts}
        factsOf={({ vendor, sources }) => [
          { label: 'Vendor', value: vendor?.name ?? 'None' },
          ...(vendor
            ? [
                {
                  label: 'Asked today',
                  value: `${formatNumber(vendor.askedToday)} of ${plural(vendor.dailyLimit, 'owner')}`,
                },
                ...(vendor.pausedUntil ? [{ label: 'Paused until', value: formatDayAndTime(vendor.pausedUntil) }] : []),
                ...(vendor.lastError ? [{ label: 'Last error', value: vendor.lastError }] : []),
              ]
            : []),
          { label: 'Files', value: formatNumber(sources.length) },
        ]}
        more={toPart('contacts', 'Look at the contacts')}
      />
      <HealthPanel
        title="Payment provider"
        result={payments}
        healthOf={healthOfPayments}
        factsOf={({ provider, events, payments: paid, subscriptions }) => [
          { label: 'Provider', value: provider ? providers[provider] : 'None' },
          { label: 'Last event', value: events.last ? formatDayAndTime(events.last) : unknown },
          {
            label: 'Events',
            value: `${formatNumber(events.lastDay)} in 24 hours, ${formatNumber(events.waiting)} waiting`,
          },
          ...(events.lastError ? [{ label: 'Last error', value: events.lastError }] : []),
          { label: 'Last payment', value: paid.lastPaid ? formatDayAndTime(paid.lastPaid) : unknown },
          {
            label: 'Last 30 days',
            value: `${formatNumber(paid.paid)} paid, ${formatNumber(paid.failed)} failed, ${formatNumber(paid.openCheckouts)} open now`,
          },
          {
            label: 'Subscriptions',
            value: `${formatNumber(subscriptions.active)} active, ${formatNumber(subscriptions.pastDue)} past due`,
          },
        ]}
      />
    </div>
  )
}
