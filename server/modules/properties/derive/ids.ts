import { hash } from 'node:crypto'

/** The first eight bytes of a SHA-256 as a number: stable everywhere, and never 0, which means unknown. */
export const hash64 = (text: string): bigint => BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`) || 1n

/** A parcel's id for ever: from its county and its number there, blanks and letter case aside. */
export const propertyIdOf = (countyFips: string, apn: string) =>
  hash64(`${countyFips}:${apn.toUpperCase().replace(/\s+/g, '')}`)
