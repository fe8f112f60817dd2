const toMidnight = (day: string, daysLater: number) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

/** The start of a day such as `2026-11-02` in the user's time zone. */
export const startOfDay = (day: string) => toMidnight(day, 0)

/** The end of that day, exclusive. */
export const startOfNextDay = (day: string) => toMidnight(day, 1)

/** The day of an instant in milliseconds, in the user's time zone: `2026-11-02`. */
export function toCalendarDay(instant: number): string {
  const date = new Date(instant)
  const padTwo = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
}
