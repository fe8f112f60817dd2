import type { AreaUnit } from '@dooryard/contract/data/sources/transforms'
import { sqftPerUnit } from '../../compile/last-transforms.ts'
import { toNumber } from '../values/cells.ts'
import type { TableView } from './placed-field.ts'

export const outlineArea = '@area_sqft'

const enoughRows = 5
// Assessed areas leave out roads and water, so few match to the foot; the closest two units are 1.2 apart.
const maxDeviation = 1.25

/**
 * The unit in which a column is as large as the outlines of its rows are: null when no unit is, undefined when too few
 * rows have both.
 */
export function measureUnit({ header, rows }: Pick<TableView, 'header' | 'rows'>, at: number) {
  const outlineAt = header.indexOf(outlineArea)
  if (outlineAt < 0) return undefined
  const ratios = rows
    .flatMap((row) => {
      const value = toNumber(row[at] ?? '')
      const outline = toNumber(row[outlineAt] ?? '')
      return value !== null && outline !== null && value > 0 && outline > 0 ? [value / outline] : []
    })
    .sort((a, b) => a - b)
  const median = ratios[Math.floor(ratios.length / 2)]
  return median === undefined || ratios.length < enoughRows ? undefined : findUnit(median)
}

function findUnit(ratio: number): AreaUnit | null {
  const [closest] = Object.entries(sqftPerUnit)
    .map(([unit, sqft]) => ({ unit: unit as AreaUnit, apart: Math.abs(Math.log(ratio * sqft)) })) // its own keys
    .sort((a, b) => a.apart - b.apart)
  return closest && closest.apart <= Math.log(maxDeviation) ? closest.unit : null
}
