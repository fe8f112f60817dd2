import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { dataCoverage } from './home.data.ts'

function Coverage() {
  const { data, error, refetch } = useQuery(dataCoverage())
  if (error && !data) return <LoadFailure what="The property data" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={132} />
  return (
    <Facts
      facts={[
        { label: 'Properties', value: formatNumber(data.properties) },
        { label: 'Counties covered', value: formatNumber(data.counties.length) },
        { label: 'Rolls', value: formatNumber(data.rolls) },
        { label: 'Newest data', value: formatDay(data.recordedOn) },
      ]}
    />
  )
}

/** What there is to search. */
export function PropertyData() {
  return (
    <Panel
      title="Property data"
      aside={
        <LinkButton to="/portal/data" size="xs" variant="default">
          Open Data
        </LinkButton>
      }
    >
      <Coverage />
    </Panel>
  )
}
