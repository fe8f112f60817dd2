import { type CountyCoverage, dataCoverage } from '@dooryard/contract/data/data-coverage'
import { Box, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MapPinOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { getStateName } from '../../criteria/places/states.ts'
import { buildQuery } from '../../lib/api/query.ts'
import { formatDay, formatNumber, pluralize } from '../../lib/format/format.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { CoverageMap, type ShadedCounty } from '../../map/coverage/coverage-map.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import {
  ageLegend,
  formatKnown,
  getNewestDay,
  getStep,
  shareColumns,
  shareLegend,
  sumByState,
} from './coverage-rules.ts'
import type { CoverageView } from './coverage-search.ts'
import { CoverageTable } from './coverage-table.tsx'

type CoverageLevel = 'states' | 'counties'

type CoverageScreenProps = {
  state: { view: CoverageView; level: CoverageLevel }
  onState: (change: { view?: CoverageView; level?: CoverageLevel }) => void
}

const viewLabels = [...shareColumns, { key: 'freshness' as const, label: 'Freshness' }].map(({ key, label }) => ({
  value: key,
  label,
}))

const levels = [
  { value: 'states', label: 'States' },
  { value: 'counties', label: 'Counties' },
] as const

function toShaded(county: CountyCoverage, view: CoverageView): ShadedCounty {
  const { fips, name, properties, sources } = county
  const known = shareColumns.find(({ key }) => key === view)
  const day = getNewestDay(sources)
  return {
    ...{ fips, name, step: getStep(county, view, getServerTime()) },
    lines: [
      pluralize(properties, 'property', 'properties'),
      known ? `${known.label}: ${formatKnown(county, known.key)}` : day ? `recorded ${formatDay(day)}` : 'date unknown',
    ],
  }
}

type CoverageProps = CoverageScreenProps & { counties: CountyCoverage[] }

function CoverageMapPanel({
  counties,
  state: { view },
  onState,
  active,
  onActive,
}: CoverageProps & { active: string | undefined; onActive: (fips: string | undefined) => void }) {
  const shaded = useMemo(() => counties.map((county) => toShaded(county, view)), [counties, view])
  const legend =
    view === 'freshness'
      ? { label: 'Age of the data', steps: ageLegend }
      : { label: 'Share of the properties', steps: shareLegend }
  return (
    <Panel title={`${pluralize(counties.length, 'county', 'counties')} with data`} flush>
      <Box px={{ base: 12, sm: 20 }} pt={16} style={{ overflowX: 'auto' }}>
        <Box component="fieldset" m={0} p={0} bd={0} w="max-content">
          <legend className="visually-hidden">Color by</legend>
          <Segments
            name="view"
            segments={viewLabels}
            value={view}
            onChange={(next) => onState({ view: next })}
            isSmall
          />
        </Box>
      </Box>
      <CoverageMap counties={shaded} legend={legend} active={active} onActive={onActive} />
    </Panel>
  )
}

const initialRows = 50

function CoverageTablePanel({
  counties,
  state: { level },
  onState,
  active,
  onActive,
}: CoverageProps & { active: string | undefined; onActive: (fips: string | undefined) => void }) {
  const [isExpanded, setExpanded] = useState(false)
  const isState = level === 'states'
  const places = useMemo(
    () => (isState ? sumByState(counties, getStateName) : counties.map((county) => ({ ...county, key: county.fips }))),
    [counties, isState],
  )
  const shown = isExpanded ? places : places.slice(0, initialRows)
  const choice = (
    <fieldset style={{ margin: 0, padding: 0, border: 0 }}>
      <legend className="visually-hidden">Rows</legend>
      <Segments name="level" segments={levels} value={level} onChange={(next) => onState({ level: next })} isSmall />
    </fieldset>
  )
  return (
    <Panel title="Share of properties with data" aside={choice} flush>
      <CoverageTable places={shown} isState={isState} active={active} onActive={onActive}>
        {places.length > shown.length && (
          <Group p={16}>
            <Button variant="default" size="xs" onClick={() => setExpanded(true)}>
              Show all {formatNumber(places.length)}
            </Button>
          </Group>
        )}
      </CoverageTable>
    </Panel>
  )
}

function Coverage(props: CoverageProps) {
  const [active, setActive] = useState<string>()
  if (props.counties.length === 0)
    return <StateView icon={MapPinOff} title="No data yet" text="No county dataset has been imported." />
  return (
    <Stack gap="var(--screen-gap)">
      <CoverageMapPanel {...props} active={active} onActive={setActive} />
      <CoverageTablePanel {...props} active={active} onActive={setActive} />
    </Stack>
  )
}

/** Which data there are where, from which source and how fresh. */
export function CoverageScreen(props: CoverageScreenProps) {
  const result = useQuery(buildQuery(dataCoverage.get, {}))
  return (
    <>
      <PageHeader
        heading="Data coverage"
        title="Data Coverage"
        lead="Which data each state and county has, where it comes from, and how fresh it is."
      />
      <QueryContent what="The data coverage" result={result} loading={560}>
        {({ counties }) => <Coverage {...props} counties={counties} />}
      </QueryContent>
    </>
  )
}
