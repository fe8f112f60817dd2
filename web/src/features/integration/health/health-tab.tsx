import { paymentHealth } from '@dooryard/contract/billing/admin/payment-health'
import { Anchor, Box, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { type DescriptionItem, DescriptionList, type EmptyItem } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { findOldestUsed, formatAge } from '../dnc/coverage-rows.ts'
import { contactsOverviewQuery, useCoverage } from '../integration.data.ts'
import { type Health, toContactHealth, toListHealth, toPaymentHealth } from './health-rules.ts'

const tagByState = {
  WORKING: <Tag tone="good">Working</Tag>,
  ATTENTION: <Tag tone="warn">Needs attention</Tag>,
  NOT_SET_UP: <Tag tone="plain">Not set up</Tag>,
}

type HealthPanelProps<Data> = {
  title: string
  result: UseQueryResult<Data>
  toHealth: (data: Data) => Health
  toFacts: (data: Data) => (DescriptionItem | EmptyItem)[]
  more?: ReactNode
}

function HealthPanel<Data>({ title, result, toHealth, toFacts, more }: HealthPanelProps<Data>) {
  const { data, error } = result
  const state = data && (error ? <Tag tone="bad">Unknown</Tag> : tagByState[toHealth(data).state])
  return (
    <Panel title={title} aside={state}>
      <QueryContent what={title} result={result} loading={160}>
        {(loaded) => (
          <>
            <Text lh="20px" mb={12}>
              {error && 'The server did not respond. Last known: '}
              {toHealth(loaded).text}
            </Text>
            <DescriptionList items={toFacts(loaded)} />
            {more && (
              <Text fz="sm" lh={1.5} mt={12}>
                {more}
              </Text>
            )}
          </>
        )}
      </QueryContent>
    </Panel>
  )
}

const pollMs = 30_000
const providerLabels = { STRIPE: 'Stripe', SANDBOX: 'Sandbox' } as const

const panelGrid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
  alignItems: 'start',
  gap: 24,
}

const renderLink = (part: 'contacts' | undefined, label: string) => (
  <Anchor inherit renderRoot={(props) => <Link to="/portal/integration" search={{ part }} {...props} />}>
    {label}
  </Anchor>
)

export function HealthTab() {
  const payments = useQuery({ ...buildQuery(paymentHealth.get, {}), refetchInterval: pollMs })
  return (
    <Box style={panelGrid}>
      <HealthPanel
        title="Do-not-call lists"
        result={useCoverage()}
        toHealth={toListHealth}
        toFacts={(coverage) => {
          const oldest = findOldestUsed(coverage)
          return [
            { label: 'Area codes covered', value: formatNumber(coverage.areaCodes) },
            { label: 'Oldest copy', value: oldest ? formatAge(oldest, coverage.maxAgeDays) : 'None' },
            { label: 'Expiring within a week', value: pluralize(coverage.expiring, 'area code') },
            { label: 'Out of date', value: pluralize(coverage.stale, 'area code') },
            { label: 'Numbers on the lists', value: formatNumber(coverage.numbers) },
          ]
        }}
        more={renderLink(undefined, 'View lists')}
      />
      <HealthPanel
        title="Contact provider"
        result={useQuery({ ...contactsOverviewQuery(), refetchInterval: pollMs })}
        toHealth={toContactHealth}
        toFacts={({ vendor, sources }) => [
          { label: 'Vendor', value: vendor?.name ?? 'None' },
          vendor && {
            label: 'Lookups today',
            value: `${formatNumber(vendor.askedToday)} of ${pluralize(vendor.dailyLimit, 'owner')}`,
          },
          vendor?.pausedUntil && { label: 'Paused until', value: <Instant at={vendor.pausedUntil} /> },
          vendor?.lastError && { label: 'Last error', value: vendor.lastError },
          { label: 'Files', value: formatNumber(sources.length) },
        ]}
        more={renderLink('contacts', 'View contacts')}
      />
      <HealthPanel
        title="Payment provider"
        result={payments}
        toHealth={toPaymentHealth}
        toFacts={({ provider, events, payments: paid, subscriptions }) => [
          { label: 'Provider', value: provider ? providerLabels[provider] : 'None' },
          { label: 'Last event', value: <Instant at={events.last} /> },
          {
            label: 'Events',
            value: `${formatNumber(events.lastDay)} in 24 hours, ${formatNumber(events.waiting)} waiting`,
          },
          events.lastError && { label: 'Last error', value: events.lastError },
          { label: 'Last payment', value: <Instant at={paid.lastPaid} /> },
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
