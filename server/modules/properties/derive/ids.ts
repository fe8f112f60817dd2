import { hash } from 'node:crypto'

/** The first eight bytes of a SHA-256 as an unsigned decimal: stable everywhere, and never 0, which means unknown. */
export function hash64(text: string): string {
  const number = BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`)
  return String(number || 1n)
}

/** A parcel's id for ever: from its county and its number there, blanks and letter case aside. */
export const propertyIdOf = (countyFips: string, apn: string) =>
  hash64(`${countyFips}:${apn.toUpperCase().replace(/\s+/g, '')}`)
