import { formatNumber } from '../../lib/format/format.ts'

export type StatChange = {
  /** `+17%`, or text if there is no percentage. */
  text: string
  direction: 'up' | 'down' | 'same'
}

/** Compares a value with that of the previous period. */
export function toStatChange(before: number, now: number): StatChange {
  if (now === before) return { text: 'No change', direction: 'same' }
  const direction = now > before ? 'up' : 'down'
  if (before === 0) return { text: `+${formatNumber(now)}`, direction }
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const share = percent === 0 ? 'under 1%' : `${formatNumber(percent)}%`
  return { text: `${direction === 'up' ? '+' : '−'}${share}`, direction }
}
