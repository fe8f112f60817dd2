import { paymentHealth } from '@dooryard/contract/payment-health'
import { Anchor, Box, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDayAndTime, formatNumber, plural } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { type Absent, type Fact, Facts } from '../../../ui/display/facts.tsx'
import { Loaded } from '../../../ui/display/loaded.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { formatAge, oldestUsed } from '../dnc/coverage-rows.ts'
import { contactsOverview, useCoverage } from '../integration.data.ts'
import { type Health, toContactHealth, toListHealth, toPaymentHealth } from './health-rules.ts'

const tags = {
  WORKING: <Tag tone="good">Working</Tag>,
  ATTENTION: <Tag tone="warn">Needs attention</Tag>,
  NOT_SET_UP: <Tag tone="plain">Not set up</Tag>,
}

type HealthPanelProps<Data> = {
  title: string
  result: UseQueryResult<Data>
  toHealth: (data: Data) => Health
  toFacts: (data: Data) => (Fact | Absent)[]
  more?: ReactNode
}

function HealthPanel<Data>({ title, result, toHealth, toFacts, more }: HealthPanelProps<Data>) {
  const { data, error } = result
  const state = data && (error ? <Tag tone="bad">Not known now</Tag> : tags[toHealth(data).state])
  return (
    <Panel title={title} aside={state}>
      <Loaded what={title} result={result} loading={160}>
        {(loaded) => (
          <>
            <Text lh="20px" mb={12}>
              {error && 'The server did not answer just now. Before: '}
              {toHealth(loaded).words}
            </Text>
            <Facts facts={toFacts(loaded)} />
            {more && (
              <Text fz="sm" lh={1.5} mt={12}>
                {more}
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const pollMs = 30_000
const providers = { STRIPE: 'Stripe', SANDBOX: 'Sandbox' } as const

const panels = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
  alignItems: 'start',
  gap: 24,
}

const linkTo = (part: 'contacts' | undefined, label: string) => (
  <Anchor inherit renderRoot={(props) => <Link to="/portal/integration" search={{ part }} {...props} />}>
    {label}
  </Anchor>
)

export function HealthPart() {
  const payments = useQuery({ ...queryOf(paymentHealth.get, {}), refetchInterval: pollMs })
  return (
    <Box style={panels}>
      <HealthPanel
        title="Do-not-call lists"
        result={useCoverage()}
        toHealth={toListHealth}
        toFacts={(coverage) => {
          const oldest = oldestUsed(coverage)
          return [
            { label: 'Area codes covered', value: formatNumber(coverage.areaCodes) },
            { label: 'Oldest copy', value: oldest ? formatAge(oldest, coverage.maxAgeDays) : 'None' },
            { label: 'Out of date within a week', value: plural(coverage.expiring, 'area code') },
            { label: 'Out of date', value: plural(coverage.stale, 'area code') },
            { label: 'Numbers on the lists', value: formatNumber(coverage.numbers) },
          ]
        }}
        more={linkTo(undefined, 'Look at the lists')}
      />
      <HealthPanel
        title="Contact provider"
        result={useQuery({ ...contactsOverview(), refetchInterval: pollMs })}
        toHealth={toContactHealth}
        toFacts={({ vendor, sources }) => [
          { label: 'Vendor', value: vendor?.name ?? 'None' },
          vendor && {
            label: 'Asked today',
            value: `${formatNumber(vendor.askedToday)} of ${plural(vendor.dailyLimit, 'owner')}`,
          },
          vendor?.pausedUntil && { label: 'Paused until', value: formatDayAndTime(vendor.pausedUntil) },
          vendor?.lastError && { label: 'Last error', value: vendor.lastError },
          { label: 'Files', value: formatNumber(sources.length) },
        ]}
        more={linkTo('contacts', 'Look at the contacts')}
      />
      <HealthPanel
        title="Payment provider"
        result={payments}
        toHealth={toPaymentHealth}
        toFacts={({ provider, events, payments: paid, subscriptions }) => [
          { label: 'Provider', value: provider ? providers[provider] : 'None' },
          { label: 'Last event', value: formatDayAndTime(events.last) },
          {
            label: 'Events',
            value: `${formatNumber(events.lastDay)} in 24 hours, ${formatNumber(events.waiting)} waiting`,
          },
          events.lastError && { label: 'Last error', value: events.lastError },
          { label: 'Last payment', value: formatDayAndTime(paid.lastPaid) },
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
    </Box>
  )
}
