/** A resale within this many months of the purchase makes the buyer a flipper. */
export const flipMonths = 18

/** Returns the last day of the month when that month has no such day. */
export function subtractMonths(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const target = year * 12 + (month - 1) - months
  const lastOfMonth = new Date(Date.UTC(Math.floor(target / 12), (target % 12) + 1, 0)).getUTCDate()
  return new Date(Date.UTC(Math.floor(target / 12), target % 12, Math.min(dayOfMonth, lastOfMonth)))
    .toISOString()
    .slice(0, 10)
}
