import type { CoveredCounty } from '@dooryard/contract/data/rolls'
import { Button, UnstyledButton } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import { formatDay, formatNumber, pluralize } from '../../lib/format/format.ts'
import { CoverageMap, type ShadedCounty } from '../../map/coverage/coverage-map.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import classes from './coverage.module.css'
import { densitySteps, getDensityStep } from './roll-formats.ts'

const label = 'Counties with properties'
const initialCounties = 50

type CountyTableProps = {
  counties: CoveredCounty[]
  /** The code of the highlighted county. */
  active: string | undefined
  onActive: (fips: string | undefined) => void
}

type CountyRowProps = Pick<CountyTableProps, 'onActive'> & { county: CoveredCounty; isActive: boolean }

const CountyRow = memo(function CountyRow({ county, isActive, onActive }: CountyRowProps) {
  const activate = () => onActive(county.fips)
  const leave = () => onActive(undefined)
  return (
    <tr data-active={isActive || undefined} onPointerEnter={activate} onPointerLeave={leave}>
      <th scope="row">
        <UnstyledButton
          mih={28}
          bdrs="xs"
          fz="inherit"
          lh="inherit"
          fw={500}
          onFocus={activate}
          onBlur={leave}
          onClick={activate}
        >
          {county.name}
        </UnstyledButton>
      </th>
      <td>{formatNumber(county.properties)}</td>
      <td>{formatDay(county.recordedOn)}</td>
    </tr>
  )
})

/** The table form of the map: one row per county, which is highlighted on the map on hover or focus. */
function CountyTable({ counties, active, onActive }: CountyTableProps) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? counties : counties.slice(0, initialCounties)
  return (
    <ScrollRegion label={label} className={classes.counties}>
      <StatsTable label={label} headers={['County', 'Properties', 'As of']}>
        {shown.map((county) => (
          <CountyRow key={county.fips} county={county} isActive={county.fips === active} onActive={onActive} />
        ))}
      </StatsTable>
      {!isExpanded && counties.length > initialCounties && (
        <Button mx={16} my={12} variant="default" size="xs" onClick={() => setExpanded(true)}>
          Show all {formatNumber(counties.length)} counties
        </Button>
      )}
    </ScrollRegion>
  )
}

const toShaded = ({ fips, name, properties, recordedOn }: CoveredCounty): ShadedCounty => ({
  ...{ fips, name, step: getDensityStep(properties) },
  lines: [
    pluralize(properties, 'property', 'properties'),
    recordedOn ? `as of ${formatDay(recordedOn)}` : 'date unknown',
  ],
})

const legend = { label: 'Properties in a county', steps: densitySteps.map((step) => step.label) }

export function CoveragePanel({ counties }: { counties: CoveredCounty[] }) {
  const [active, setActive] = useState<string>()
  const shaded = useMemo(() => counties.map(toShaded), [counties])
  return (
    <Panel
      title="Counties covered"
      aside={
        <LinkButton to="/portal/coverage" variant="subtle" size="compact-sm">
          View data coverage
        </LinkButton>
      }
      flush
    >
      <div className={classes.coverage}>
        <CoverageMap counties={shaded} legend={legend} active={active} onActive={setActive} />
        <CountyTable counties={counties} active={active} onActive={setActive} />
      </div>
    </Panel>
  )
}
