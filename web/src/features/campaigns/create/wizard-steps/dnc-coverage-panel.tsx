import { dnc } from '@dooryard/contract/data/dnc'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../../../lib/api/query.ts'
import { DescriptionList } from '../../../../ui/display/description-list.tsx'
import { AnchorLink } from '../../../../ui/display/links.tsx'
import { Panel } from '../../../../ui/display/panel.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { LoadFailure } from '../../../../ui/feedback/state-view.tsx'
import { formatCoverageProblem, toCoverageFacts } from './dnc-coverage.ts'

const useDncCoverage = () => useQuery(buildQuery(dnc.coverage, {}))

const dncListsLink = (
  <Text span fz="sm">
    <AnchorLink c="inherit" to="/portal/integration" search={{ part: 'dnc' }}>
      Do-not-call lists
    </AnchorLink>
  </Text>
)

export function MissingRegistryNotice() {
  const { data } = useDncCoverage()
  if (!data || data.areaCodes > 0) return null
  return (
    <Notice tone="warn">
      {formatCoverageProblem(data)} Load one under {dncListsLink}.
    </Notice>
  )
}

export function DncCoveragePanel() {
  const { data, error, refetch } = useDncCoverage()
  const problem = data && formatCoverageProblem(data)
  return (
    <Panel title="DNC scrub (always on)" aside={dncListsLink}>
      {data ? (
        <Stack>
          <Text fz="sm" maw="68ch" c="dimmed">
            Every phone is scrubbed when you order. Numbers on these lists, or in an area code whose registry copy is
            older than {data.maxAgeDays} days, are never delivered as callable.
          </Text>
          {problem && <Notice tone="warn">{problem}</Notice>}
          <DescriptionList items={toCoverageFacts(data)} />
        </Stack>
      ) : error ? (
        <LoadFailure what="The do-not-call lists" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={{ base: 240, lg: 180 }} radius="md" />
      )}
    </Panel>
  )
}
