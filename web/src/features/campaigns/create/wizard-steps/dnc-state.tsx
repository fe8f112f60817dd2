import { dnc } from '@dooryard/contract/dnc'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../../lib/query.ts'
import { Facts } from '../../../../ui/display/facts.tsx'
import { AnchorLink } from '../../../../ui/display/links.tsx'
import { Notice, Panel } from '../../../../ui/display/panel.tsx'
import { LoadFailure } from '../../../../ui/display/state-view.tsx'
import { formatCoverageProblem, listFacts } from './dnc-coverage.ts'

const useCoverage = () => useQuery(queryOf(dnc.coverage, {}))

const toLists = (
  <Text span fz="sm">
    <AnchorLink c="inherit" to="/portal/integration" search={{ part: 'dnc' }}>
      Do-not-call lists
    </AnchorLink>
  </Text>
)

export function NoRegistry() {
  const { data } = useCoverage()
  if (!data || data.areaCodes > 0) return null
  return (
    <Notice tone="warn">
      {formatCoverageProblem(data)} Load one under {toLists}.
    </Notice>
  )
}

export function DncState() {
  const { data, error, refetch } = useCoverage()
  const problem = data && formatCoverageProblem(data)
  return (
    <Panel title="Always left out: do not call" aside={toLists}>
      {data ? (
        <Stack>
          <Text fz="sm" maw="68ch" c="dimmed">
            Every number is checked when the order is made. One on any of these lists, or in an area code whose registry
            copy is older than {data.maxAgeDays} days, is never delivered to be called.
          </Text>
          {problem && <Notice tone="warn">{problem}</Notice>}
          <Facts facts={listFacts(data)} />
        </Stack>
      ) : error ? (
        <LoadFailure what="The do-not-call lists" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
    </Panel>
  )
}
