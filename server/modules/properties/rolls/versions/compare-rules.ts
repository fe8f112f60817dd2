import { getFieldInfo } from '@dooryard/contract/data/sources/fields'
import { formatNumber } from '../../../../platform/util/format.ts'
import type { ColumnReport } from '../roll-report.ts'

export type ComparedVersion = {
  rowsMapped: number
  columns: Readonly<Record<string, ColumnReport>>
  /** The columns of the files; null where they are unknown. */
  header: readonly string[] | null
  sourceVersion: number
}

/** `renamed` has columns that are gone, with their probable new names. */
type NewVersion = ComparedVersion & { renamed?: ReadonlyMap<string, string> }

const maxDecrease = 0.1

/**
 * Returns why a new file looks worse than the loaded one, in sentences; empty where nothing does: columns that are
 * gone, over a tenth fewer rows, a field that over ten percent points fewer rows have, or over a tenth of the loaded
 * properties gone. A county that reorganized its export or its parcel numbers, or a download that was cut off, looks
 * like this.
 */
export function findReasons(before: ComparedVersion, after: NewVersion, replaced?: ReplacedRows): string[] {
  const fewer = describeRows(before, after)
  // Where nothing is added, those that are gone are the rows that the file has fewer.
  const gone = replaced && !(fewer && replaced.added === 0) ? describeGone(replaced) : undefined
  return [describeColumns(before, after), fewer, ...describeFills(before, after), gone].filter(
    (reason) => reason !== undefined,
  )
}

/** Properties: those loaded now, and of them those that the new file lacks, and those that it adds. */
export type ReplacedRows = Record<'live' | 'removed' | 'added', number>

function describeGone({ live, removed, added }: ReplacedRows): string | undefined {
  if (removed <= live * maxDecrease) return undefined
  const [all, gone] = [formatNumber(live), formatNumber(removed)]
  return (
    `${gone} of the ${all} loaded properties are not in the file, and ${formatNumber(added)} are new: ` +
    'the county may write its parcel numbers in another way.'
  )
}

function describeColumns(before: ComparedVersion, after: NewVersion): string | undefined {
  if (!before.header || !after.header) return undefined
  const [old, now] = [before.header, after.header]
  const gone = old.filter((name) => !now.includes(name))
  if (gone.length === 0) return undefined
  const added = now.filter((name) => !old.includes(name))
  const others = added.length > 0 ? ` New columns, which may be the same by other names: ${listNames(added)}.` : ''
  const likely = [...(after.renamed ?? [])].map(([from, to]) => ` ${to} is probably the new name of ${from}.`).join('')
  return `The file no longer has ${gone.length === 1 ? 'the column' : 'the columns'} ${listNames(gone)}.${others}${likely}`
}

function listNames(names: readonly string[]): string {
  const more = names.length - 8
  return names.slice(0, 8).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const describeRows = ({ rowsMapped: old }: ComparedVersion, { rowsMapped: now }: ComparedVersion) =>
  describeFewer('The file', 'rows that can be used', { old, now })

/** Says of each file that has over a tenth fewer rows that it has, by the ids of the files in their source. */
export function describeFewerRows(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string[] {
  const ids = Object.keys(after)
  return ids.flatMap((id) => {
    const [old, now] = [before[id] ?? 0, after[id] ?? 0]
    return describeFewer(ids.length === 1 ? 'The file' : `The file ${id}`, 'rows', { old, now }) ?? []
  })
}

function describeFewer(file: string, rows: string, { old, now }: Record<'old' | 'now', number>): string | undefined {
  if (now >= old * (1 - maxDecrease)) return undefined
  const percent = Math.round((1 - now / old) * 100)
  return `${file} has ${percent}% fewer ${rows}: ${formatNumber(now)} instead of ${formatNumber(old)}.`
}

function describeFills(before: ComparedVersion, after: ComparedVersion): string[] {
  const hasSameSource = before.sourceVersion === after.sourceVersion
  return Object.entries(before.columns).flatMap(([name, cells]) => {
    const cellsNow = after.columns[name]
    // A field that an edited source leaves out is meant to be gone.
    if (!cellsNow && !hasSameSource) return []
    const [old, now] = [getFilledShare(cells), cellsNow ? getFilledShare(cellsNow) : 0]
    if (old - now <= maxDecrease + rounding) return []
    return [`${toLabel(name)} is filled in ${toPercent(now)} of the rows instead of ${toPercent(old)}.`]
  })
}

// 0.8 - 0.7 is more than 0.1.
const rounding = 1e-9

export function getFilledShare({ filled, unknown, implausible }: ColumnReport): number {
  const all = filled + unknown + implausible
  return all === 0 ? 0 : filled / all
}

const toPercent = (share: number) => `${Math.round(share * 100)}%`

/** The label of a field; what is none, such as `use`, by its name. */
function toLabel(name: string): string {
  const words = name.replace('.', ': ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return getFieldInfo(name)?.label ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The fields by which a county is judged; of each group the first that its files have. */
const importantFields = [
  ['situsAddress'],
  ['ownerNames', 'sale.buyerNames'],
  ['mailingAddress', 'sale.buyerMailingAddress'],
  ['useCode', 'useDescription'],
  ['yearBuilt'],
  ['livingAreaSqft'],
  ['marketValue', 'assessedValue'],
  ['lastSaleDate', 'sale.recordedOn'],
  ['lastSalePrice', 'sale.price'],
] as const

/** The filled shares of the fields that matter most to users, from 0 to 1; a field that is not published has none. */
export const listFills = (columns: Readonly<Record<string, ColumnReport>>) =>
  importantFields.flatMap((names) => {
    const name = names.find((one) => columns[one])
    const cells = name && columns[name]
    return name && cells ? [{ name, share: getFilledShare(cells) }] : []
  })
