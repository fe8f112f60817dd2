import { hash } from 'node:crypto'

const firstBytes = new DataView(new ArrayBuffer(8))

/** The first eight bytes of a SHA-256 as a number: stable everywhere, and never 0, which means unknown. */
export function hash64(text: string): bigint {
  // In Latin-1 a letter is a byte: hexadecimal digits would have to be read again, which takes as long as the hash.
  const digest = hash('sha256', text, 'binary')
  for (let at = 0; at < 8; at += 1) firstBytes.setUint8(at, digest.charCodeAt(at))
  return firstBytes.getBigUint64(0) || 1n
}

/** A parcel's id for ever: from its county and its number there, blanks and letter case aside. */
export const propertyIdOf = (countyFips: string, apn: string) =>
  hash64(`${countyFips}:${apn.toUpperCase().replace(/\s+/g, '')}`)
