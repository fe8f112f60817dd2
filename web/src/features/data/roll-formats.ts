import type { RollSources } from '@dooryard/contract/data/roll-imports'
import type { CellCounts, Roll } from '@dooryard/contract/data/rolls'
import { formatNumber } from '../../lib/format/format.ts'

/** Returns shares of cells in percent, whole except below one, so that no existing share is rounded to 0. */
export function toShares({ filled, unknown, implausible }: CellCounts) {
  const all = filled + unknown + implausible
  const percent = (count: number) => {
    const share = all === 0 ? 0 : (count * 100) / all
    return share > 0 && share < 1 ? '< 1%' : share > 99 && share < 100 ? '> 99%' : `${Math.round(share)}%`
  }
  return { all, filled: percent(filled), unknown: percent(unknown), implausible: percent(implausible) }
}

const listFormat = new Intl.ListFormat('en-US')

/** Lists as many counties as fit: `Adams County, OH; Butler County, OH and 3 more`. */
export function formatCounties(names: readonly string[], room: number): string {
  const rest = names.length - room
  return names.slice(0, room).join('; ') + (rest > 0 ? ` and ${formatNumber(rest)} more` : '')
}

/** Describes the problem with incomplete rolls, and how to fix it. */
export function formatIncomplete(names: readonly string[]): string {
  const [are, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them']
  const named = names.length > 4 ? [...names.slice(0, 3), `${formatNumber(names.length - 3)} more`] : names
  return `${listFormat.format(named)} ${are} incomplete: an import did not finish. Every search is slower until you import ${them} again.`
}

export function formatSource(
  { source, isGenerated }: Pick<Roll, 'source' | 'isGenerated'>,
  sources: RollSources['items'],
) {
  if (isGenerated) return 'Generated for the demo'
  // A roll of another county has its name after the source.
  const read = sources.find((one) => one.source === source || (one.isGeneric && source.startsWith(`${one.source}-`)))
  return read?.name ?? source
}

/** The shades of the map: the minimum number of properties, and the legend label. */
export const densitySteps = [
  { from: 0, label: 'under 1,000' },
  { from: 1_000, label: '1,000 to 25,000' },
  { from: 25_000, label: '25,000 to 250,000' },
  { from: 250_000, label: '250,000 and more' },
]

export const getDensityStep = (properties: number) => densitySteps.findLastIndex(({ from }) => properties >= from)
