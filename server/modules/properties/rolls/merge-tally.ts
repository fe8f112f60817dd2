import type { Tally } from './roll-report.ts'

/** Adds what was counted apart. */
export function mergeTally(into: Tally, { columns, reasons, rowsRead, days, unplacedUses }: Tally) {
  into.rowsRead += rowsRead
  for (const [name, { filled, unknown, implausible }] of columns) {
    const sum = into.columns.get(name) ?? { filled: 0, unknown: 0, implausible: 0 }
    sum.filled += filled
    sum.unknown += unknown
    sum.implausible += implausible
    into.columns.set(name, sum)
  }
  for (const [reason, rows] of reasons) into.reasons.set(reason, (into.reasons.get(reason) ?? 0) + rows)
  for (const [day, rows] of days) into.days.set(day, (into.days.get(day) ?? 0) + rows)
  for (const [key, use] of unplacedUses) {
    const known = into.unplacedUses.get(key)
    if (known) known.rows += use.rows
    else into.unplacedUses.set(key, { ...use })
  }
}
