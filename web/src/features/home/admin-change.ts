import { formatNumber } from '../../lib/format.ts'

export type Change = {
  /** `+17%`, or in words where there is no share. */
  text: string
  direction: 'up' | 'down' | 'same'
}

/** How a figure compares with the one before it. */
export function changeSince(before: number, now: number): Change {
  if (now === before) return { text: 'No change', direction: 'same' }
  const direction = now > before ? 'up' : 'down'
  if (before === 0) return { text: `+${formatNumber(now)}`, direction }
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const share = percent === 0 ? 'under 1%' : `${formatNumber(percent)}%`
  return { text: `${direction === 'up' ? '+' : '−'}${share}`, direction }
}
