/** The same day of a later month, in UTC, or the last day of a shorter month. */
export function addMonths(anchor: Date, months: number): Date {
  const first = new Date(anchor)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const daysInMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth))
  return first
}

export const monthsByInterval = { MONTH: 1, YEAR: 12 } as const
