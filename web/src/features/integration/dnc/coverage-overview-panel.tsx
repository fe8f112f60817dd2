import type { DncCoverage } from '@dooryard/contract/data/dnc'
import { Anchor, Box, Center, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { PhoneOff, ShieldAlert, ShieldCheck } from 'lucide-react'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { getToneColors } from '../../../ui/display/tones.ts'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { useCoverage, useDnc } from '../integration.data.ts'
import { findOldestUsed, formatAge, toAgeState } from './coverage-rows.ts'

const iconByTone = { good: ShieldCheck, warn: ShieldAlert, bad: PhoneOff }
const toneByAge = { CURRENT: undefined, ENDING: 'warn', STALE: 'bad' } as const

function toSummary({ areaCodes, expiring, stale }: DncCoverage) {
  if (areaCodes === 0) return { title: 'No numbers can be checked today', tone: 'bad' } as const
  const title = `Numbers in ${pluralize(areaCodes, 'area code')} can be checked today`
  return { title, tone: expiring > 0 || stale > 0 ? 'warn' : 'good' } as const
}

function toTotals(coverage: DncCoverage) {
  const { expiring, stale, numbers, maxAgeDays } = coverage
  const oldest = findOldestUsed(coverage)
  return [
    {
      label: 'Oldest copy',
      value: oldest ? formatAge(oldest, maxAgeDays) : 'None',
      tone: oldest && toneByAge[toAgeState(oldest, maxAgeDays)],
    },
    { label: 'Expiring within a week', value: pluralize(expiring, 'area code'), tone: expiring > 0 && 'warn' },
    { label: 'Out of date', value: pluralize(stale, 'area code'), tone: stale > 0 && 'bad' },
    { label: 'Numbers on the lists', value: formatNumber(numbers) },
  ]
}

function Summary({ coverage }: { coverage: DncCoverage }) {
  const { isPlatform } = useDnc()
  const { title, tone } = toSummary(coverage)
  const Icon = iconByTone[tone]
  return (
    <>
      <Group gap={12} wrap="nowrap">
        <Center component="span" w={36} h={36} flex="none" bdrs="md" {...getToneColors(tone)}>
          <Icon size={20} aria-hidden="true" />
        </Center>
        <Title order={2}>{title}</Title>
      </Group>
      <SimpleGrid
        component="dl"
        cols={{ base: 2, md: 4 }}
        spacing={16}
        m={0}
        mt={20}
        py={16}
        style={{ borderBlock: '1px solid var(--line)' }}
      >
        {toTotals(coverage).map((total) => (
          <div key={total.label}>
            <Text component="dt" c="dimmed" fz="sm" lh={1.5}>
              {total.label}
            </Text>
            <Box
              component="dd"
              m={0}
              mt={2}
              fz="lg"
              lh="24px"
              fw={600}
              className="numbers"
              {...(total.tone && { c: `var(--mantine-color-${total.tone}-light-color)` })}
            >
              {total.value}
            </Box>
          </div>
        ))}
      </SimpleGrid>
      <Stack gap={8} mt={16} c="dimmed" fz="sm" lh="20px">
        <Text inherit maw="96ch">
          Copies older than {coverage.maxAgeDays} days can’t be used: the Telemarketing Sales Rule (16 CFR
          310.4(b)(3)(iv)) requires a copy of the national registry obtained no more than {coverage.maxAgeDays} days
          before the call.
        </Text>
        {!isPlatform && (
          <Text inherit maw="96ch">
            The FTC requires each seller to have its own subscription account number, which can’t be shared. Get yours
            at{' '}
            <Anchor
              inherit
              underline="always"
              c="var(--mantine-color-brand-light-color)"
              href="https://telemarketing.donotcall.gov"
              target="_blank"
              rel="noreferrer"
            >
              telemarketing.donotcall.gov
            </Anchor>
            .
          </Text>
        )}
      </Stack>
    </>
  )
}

const skeleton = (
  <Stack gap={20} role="status" aria-label="Loading the coverage">
    <Skeleton height={28} width="60%" />
    <Skeleton height={52} />
    <Skeleton height={16} width="85%" />
  </Stack>
)

export const CoverageOverviewPanel = () => (
  <Panel>
    <QueryContent what="The coverage" result={useCoverage()} loading={skeleton}>
      {(coverage) => <Summary coverage={coverage} />}
    </QueryContent>
  </Panel>
)
