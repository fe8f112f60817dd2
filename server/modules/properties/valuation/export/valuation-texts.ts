import { formatNumber } from '../../../../platform/util/format.ts'
import { toTitleCase } from '../../derive/names/name-case.ts'

/** `$1,234`, `−$74`. */
export const formatDollars = (amount: number): string =>
  `${amount < 0 ? '−' : ''}$${formatNumber(Math.abs(Math.round(amount)))}`

/** `+$1,234`, `−$74`. */
export const formatChange = (amount: number): string => `${amount > 0 ? '+' : ''}${formatDollars(amount)}`

export const formatPlace = ({ city, state, zip }: { city: string | null; state: string; zip: string | null }): string =>
  [city && `${toTitleCase(city)},`, state, zip].filter(Boolean).join(' ')
