import type { TableReading } from '@dooryard/contract/data/sources/setup-files'

export type FixedColumn = NonNullable<TableReading['fixedWidth']>[number]

export const maxColumnLength = 4_000

/**
 * Begins a column at a character, counted from 1, or ends the one that begins there: its characters go to the column
 * before it.
 */
export function toggleStart(columns: readonly FixedColumn[], start: number): FixedColumn[] {
  const sorted = [...columns].sort((a, b) => a.start - b.start)
  const at = sorted.findIndex((column) => column.start === start)
  if (at >= 0) return removeColumn(sorted, at)
  const around = sorted.find((column) => column.start < start && start < column.start + column.length)
  const next = sorted.find((column) => column.start > start)
  const end = around ? around.start + around.length : (next?.start ?? start + maxColumnLength)
  const kept = sorted.map((column) => (column === around ? { ...column, length: start - column.start } : column))
  return [...kept, { name: findFreeName(sorted), start, length: end - start }].sort((a, b) => a.start - b.start)
}

function removeColumn(columns: readonly FixedColumn[], at: number): FixedColumn[] {
  const removed = columns[at]
  const before = columns[at - 1]
  const others = columns.filter((_, other) => other !== at)
  if (!removed || !before) return others
  const length = removed.start + removed.length - before.start
  return others.map((column) => (column === before ? { ...before, length } : column))
}

function findFreeName(columns: readonly FixedColumn[]): string {
  for (let number = columns.length + 1; ; number += 1)
    if (!columns.some(({ name }) => name === `Column ${number}`)) return `Column ${number}`
}

export const formatColumns = (columns: readonly FixedColumn[]): string =>
  columns.map(({ name, start, length }) => `${name}, ${start}, ${length}`).join('\n')
