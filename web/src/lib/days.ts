const midnight = (day: string, later: number) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** The instant at which a day such as `2026-11-02` begins where the reader is. */
export const startOfDay = (day: string) => midnight(day, 0)

/** The instant up to which that day lasts. */
export const startOfNextDay = (day: string) => midnight(day, 1)

/** The reader's day of an instant in milliseconds: `2026-11-02`. */
export function dayOf(instant: number): string {
  const date = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
