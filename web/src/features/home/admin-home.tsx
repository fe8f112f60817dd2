import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Box, Center, Flex, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay, formatNumber, toTitleCase } from '../../lib/format/format.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ShareBars, StatGrid } from '../../ui/display/stats.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { Charts, type OverviewProps, toStats } from './admin-charts.tsx'
import { dataCoverage, type OverviewDays, overviewQuery } from './home.data.ts'
import { HomeLine, ListSkeleton, MoreLink } from './home-lines.tsx'

const ranges = [7, 30, 90] as const satisfies OverviewDays[]

/** The orders by status, each share labeled; cancelled orders are shown separately. */
function OrdersByStatus({ overview, span }: OverviewProps) {
  if (!overview) return <Skeleton height={180} radius="md" />
  const { placed, byStatus, cancelled } = overview.orders
  if (placed === 0)
    return (
      <Center component="p" mih={228} m={0} c="dimmed" fz="sm" ta="center">
        No orders in {span}
      </Center>
    )
  const shares = byStatus.map(({ status, count }) => ({
    status: status as string,
    label: toTitleCase(status),
    count: status === 'FAILED' ? count - cancelled : count,
  }))
  return (
    <ShareBars total={placed} shares={[...shares, { status: 'CANCELLED', label: 'Cancelled', count: cancelled }]} />
  )
}

/** The most recent failed orders, with their owner and reason. */
function NewestFailures({ overview, span }: OverviewProps) {
  if (!overview) return <ListSkeleton label="Newest failures" />
  const { failures } = overview.orders
  if (failures.length === 0)
    return (
      <Text c="dimmed" fz="sm" p={20}>
        No failed orders in {span}
      </Text>
    )
  return (
    <PlainList>
      {failures.map(({ orderId, orderName, reason, user, userEmail, at }) => (
        <HomeLine
          key={orderId}
          isTall
          title={
            <Link to="/portal/orders/$orderId" params={{ orderId }}>
              {orderName}
            </Link>
          }
          text={reason ?? 'No reason recorded'}
        >
          <Flex direction="column" align={{ base: 'flex-start', sm: 'flex-end' }} flex="none" lh="20px">
            {userEmail ? (
              <MoreLink py={0} to="/portal/users" search={{ search: userEmail }}>
                {user}
              </MoreLink>
            ) : (
              user
            )}
            <Instant at={at} />
          </Flex>
        </HomeLine>
      ))}
    </PlainList>
  )
}

const count = (label: string, value: number) => ({ label, value: formatNumber(value) })

function Accounts({ overview }: Pick<OverviewProps, 'overview'>) {
  if (!overview) return <Skeleton height={132} />
  const { total, byRole } = overview.users
  return (
    <DescriptionList
      isNumeric
      items={[count('Accounts', total), ...byRole.map((of) => count(toTitleCase(of.role), of.count))]}
    />
  )
}

/** The searchable property data. */
function Coverage() {
  const { data, error, refetch } = useQuery(dataCoverage())
  if (error && !data) return <LoadFailure what="The property data" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={132} />
  return (
    <DescriptionList
      isNumeric
      items={[
        count('Properties', data.properties),
        count('Counties covered', data.counties.length),
        count('County datasets', data.rolls),
        { label: 'Newest data', value: formatDay(data.recordedOn) },
      ]}
    />
  )
}

const smallButton = { size: 'xs', variant: 'default' } as const

const propertyData = (
  <Panel
    title="Property data"
    aside={
      <LinkButton {...smallButton} to="/portal/data">
        Open Data
      </LinkButton>
    }
  >
    <Coverage />
  </Panel>
)

const Panels = (props: OverviewProps) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing={24} verticalSpacing={24}>
    <Charts {...props} />
    <Panel title="Orders by status">
      <OrdersByStatus {...props} />
    </Panel>
    <Panel
      title="Users"
      aside={
        <LinkButton {...smallButton} to="/portal/users">
          Open Users
        </LinkButton>
      }
    >
      <Accounts {...props} />
    </Panel>
    {propertyData}
    {/* As wide as the page: beside another panel, few failures would leave half of their panel empty. */}
    <Box style={{ gridColumn: '1 / -1' }} miw={0}>
      <Panel title="Newest failures" aside={<MoreLink to="/portal/audit-log">Audit log</MoreLink>} flush>
        <NewestFailures {...props} />
      </Panel>
    </Box>
  </SimpleGrid>
)

type AdminHomeProps = { days: OverviewDays; onDays: (days: OverviewDays) => void; firstSteps: ReactNode }

/** The administrator's home: portal activity by day, and the available property data. */
export function AdminHome({ days, onDays, firstSteps }: AdminHomeProps) {
  const user = useUser()
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewQuery(days))
  const span = `the last ${days} days`
  return (
    <>
      <PageHeader
        heading={`Welcome, ${user.firstName}`}
        title="Home"
        lead={`Last ${days} days vs. previous ${days} days, in UTC`}
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Period"
            data={ranges.map((range) => ({ value: String(range), label: `${range} days` }))}
            value={String(days)}
            onChange={(value) => onDays(ranges.find((range) => String(range) === value) ?? 30)}
          />
        }
      />
      <Stack gap={24} miw={0} opacity={isPlaceholderData ? 0.6 : 1}>
        {firstSteps}
        {error && !data ? (
          <>
            <LoadFailure what="The overview" error={error} onRetry={() => void refetch()} />
            {propertyData}
          </>
        ) : (
          <>
            <StatGrid stats={data && toStats(data)} expected={{ count: 4, height: 102 }} />
            <Panels overview={data} span={span} />
          </>
        )}
      </Stack>
    </>
  )
}
