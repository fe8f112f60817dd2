import type { CoveredCounty } from '@dooryard/contract/data/rolls'
import { Button, UnstyledButton } from '@mantine/core'
import { memo, useState } from 'react'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import classes from './coverage.module.css'
import { CoverageMap } from './coverage-map.tsx'

const label = 'Counties with properties'
const initialCounties = 50

type CountyTableProps = {
  counties: CoveredCounty[]
  active: CoveredCounty | undefined
  onActive: (county: CoveredCounty | undefined) => void
}

type CountyRowProps = Pick<CountyTableProps, 'onActive'> & { county: CoveredCounty; isActive: boolean }

const CountyRow = memo(function CountyRow({ county, isActive, onActive }: CountyRowProps) {
  const activate = () => onActive(county)
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
          <CountyRow key={county.fips} county={county} isActive={county === active} onActive={onActive} />
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

export function CoveragePanel({ counties }: { counties: CoveredCounty[] }) {
  const [active, setActive] = useState<CoveredCounty>()
  return (
    <Panel title="Counties covered" flush>
      <div className={classes.coverage}>
        <CoverageMap counties={counties} active={active} onActive={setActive} />
        <CountyTable counties={counties} active={active} onActive={setActive} />
      </div>
    </Panel>
  )
}
