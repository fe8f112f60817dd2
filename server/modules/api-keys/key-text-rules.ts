import { crc32 } from 'node:zlib'
import { apiKeyPrefix } from '@dooryard/contract/api-keys'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 36
const checksumLength = 6
const shape = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

const shownLength = apiKeyPrefix.length + 4

/** Prefix, 36 random characters and a CRC-32, by which mistyped keys are refused and scanners recognise leaked ones. */
export function newKeyText(randomBelow: (limit: number) => number): string {
  const secret = Array.from({ length: secretLength }, () => digits[randomBelow(digits.length)]).join('')
  return withChecksum(apiKeyPrefix + secret)
}

export const isKeyText = (text: string): boolean =>
  shape.test(text) && withChecksum(text.slice(0, -checksumLength)) === text

export const prefixOf = (key: string): string => key.slice(0, shownLength)

function withChecksum(text: string): string {
  let checksum = ''
  for (let rest = crc32(text); checksum.length < checksumLength; rest = Math.floor(rest / digits.length))
    checksum = `${digits[rest % digits.length]}${checksum}`
  return text + checksum
}
