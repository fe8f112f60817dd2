import { isState } from '../values/cells.ts'
import { countCells } from '../values/profile.ts'

/** More than 5 of 1,000 rows are of another state: owners move away, properties do not. */
export function hasOtherStates(cells: readonly string[], leastShare = 0.005): boolean {
  const known = cells.filter(isState).map((cell) => cell.toUpperCase())
  const [most] = countCells(known)
  return most !== undefined && (known.length - most[1]) / known.length > leastShare
}
