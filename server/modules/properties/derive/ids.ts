import { hash } from 'node:crypto'

const firstBytes = new DataView(new ArrayBuffer(8))

/** The first eight bytes of a SHA-256 as a number: stable everywhere, and never 0, which means unknown. */
export function hash64(text: string): bigint {
  // In Latin-1 a character is a byte. Hexadecimal digits would have to be parsed again, which takes as long as the
  // hash.
  const digest = hash('sha256', text, 'binary')
  for (let at = 0; at < 8; at += 1) firstBytes.setUint8(at, digest.charCodeAt(at))
  return firstBytes.getBigUint64(0) || 1n
}

/** The permanent id of a parcel, from its county and parcel number, ignoring blanks and letter case. */
export const toPropertyId = (countyFips: string, apn: string) =>
  hash64(`${countyFips}:${apn.toUpperCase().replace(/\s+/g, '')}`)
