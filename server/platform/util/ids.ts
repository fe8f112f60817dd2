import { randomBytes } from 'node:crypto'

/** A UUID version 7: it grows with time, so that new rows are adjacent in an index. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** When `newId` made the id, in milliseconds. */
export const getIdTime = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

// Crockford's alphabet: no I, L, O or U, which are misread over the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID, easy to read out from an error message. */
export function newRequestId(now: number = Date.now()): string {
  let time = ''
  for (let rest = now; time.length < 10; rest = Math.floor(rest / 32)) time = `${alphabet[rest % 32]}${time}`
  return time + Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('')
}

/** An Error ID as browsers make them: the time in base 36, and four random characters. */
export function newErrorId(now: number = Date.now()): string {
  const random = Array.from(randomBytes(4), (byte) => (byte % 36).toString(36)).join('')
  return `${now.toString(36)}${random}`.toUpperCase()
}
