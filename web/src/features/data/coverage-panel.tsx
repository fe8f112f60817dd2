import type { CoveredCounty } from '@dooryard/contract/rolls'
import { Button, UnstyledButton } from '@mantine/core'
import { memo, useState } from 'react'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { FiguresTable } from '../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import classes from './coverage.module.css'
import { CoverageMap } from './coverage-map.tsx'

const label = 'Counties with properties'
const firstCounties = 50

type CountyTableProps = {
  counties: CoveredCounty[]
  active: CoveredCounty | undefined
  onActive: (county: CoveredCounty | undefined) => void
}

type CountyRowProps = Pick<CountyTableProps, 'onActive'> & { county: CoveredCounty; isActive: boolean }

const CountyRow = memo(function CountyRow({ county, isActive, onActive }: CountyRowProps) {
  const point = () => onActive(county)
  const leave = () => onActive(undefined)
  return (
    <tr data-active={isActive || undefined} onPointerEnter={point} onPointerLeave={leave}>
      <th scope="row">
        <UnstyledButton
          mih={28}
          bdrs="xs"
          fz="inherit"
          lh="inherit"
          fw={500}
          onFocus={point}
          onBlur={leave}
          onClick={point}
        >
          {county.name}
        </UnstyledButton>
      </th>
      <td>{formatNumber(county.properties)}</td>
      <td>{formatDay(county.recordedOn)}</td>
    </tr>
  )
})

/** The map's other form: every county as a row, which shows itself on the map when it is pointed at or focused. */
function CountyTable({ counties, active, onActive }: CountyTableProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? counties : counties.slice(0, firstCounties)
  return (
    <ScrollRegion label={label} className={classes.counties}>
      <FiguresTable label={label} headers={['County', 'Properties', 'As of']}>
        {shown.map((county) => (
          <CountyRow key={county.fips} county={county} isActive={county === active} onActive={onActive} />
        ))}
      </FiguresTable>
      {!isWhole && counties.length > firstCounties && (
        <Button mx={16} my={12} variant="default" size="xs" onClick={() => setWhole(true)}>
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
