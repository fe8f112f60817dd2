import { crc32 } from 'node:zlib'
import { apiKeyPrefix } from '@dooryard/contract/api-keys'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 36
const checksumLength = 6
const shape = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/** How much of a key is shown to tell it from others: four characters beyond what all begin with. */
const shownLength = apiKeyPrefix.length + 4

/**
 * A key, of a source of random whole numbers below what it is asked for: what all keys begin with, 36 characters that
 * nobody can guess, and the CRC-32 of all that. So a key that was cut off or mistyped is known for one without looking
 * it up, and whoever searches texts for keys takes nothing else for one.
 */
export function newKeyText(randomBelow: (limit: number) => number): string {
  const secret = Array.from({ length: secretLength }, () => digits[randomBelow(digits.length)]).join('')
  return withChecksum(apiKeyPrefix + secret)
}

/** Whether a text may be a key: it is formed like one, and its checksum is right. */
export const isKeyText = (text: string): boolean =>
  shape.test(text) && withChecksum(text.slice(0, -checksumLength)) === text

/** How a key begins, to know it by. */
export const prefixOf = (key: string): string => key.slice(0, shownLength)

function withChecksum(text: string): string {
  let checksum = ''
  for (let rest = crc32(text); checksum.length < checksumLength; rest = Math.floor(rest / digits.length))
    checksum = `${digits[rest % digits.length]}${checksum}`
  return text + checksum
}
