import { readable } from './format.ts'

/** `1208 Example Orchard Ln, Unit 4`, or that the roll gives none. */
export const streetLine = ({ address, unit }: { address: string | null; unit?: string | null }) =>
  address
    ? `${readable(address)}${unit ? `, ${/^\d/.test(unit) ? 'Unit ' : ''}${readable(unit)}` : ''}`
    : 'No street address'

/** `Nashville, TN 37209`, with what is known of it. */
export const townLine = ({ city, state, zip }: { city: string | null; state: string | null; zip: string | null }) =>
  [city && readable(city), [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
