import { crc32 } from 'node:zlib'
import { apiKeyPrefix } from '@dooryard/contract/integrations/api-keys'

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 36
const checksumLength = 6
const apiKeyPattern = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

const prefixLength = apiKeyPrefix.length + 4

/**
 * Prefix, 36 random characters and a CRC-32 checksum, by which mistyped keys are rejected and scanners recognize
 * leaked ones.
 */
export function generateApiKey(randomBelow: (limit: number) => number): string {
  const secret = Array.from({ length: secretLength }, () => base62Digits[randomBelow(base62Digits.length)]).join('')
  return appendChecksum(apiKeyPrefix + secret)
}

export const isApiKeyFormat = (text: string): boolean =>
  apiKeyPattern.test(text) && appendChecksum(text.slice(0, -checksumLength)) === text

export const getApiKeyPrefix = (key: string): string => key.slice(0, prefixLength)

function appendChecksum(text: string): string {
  let checksum = ''
  for (
    let remainder = crc32(text);
    checksum.length < checksumLength;
    remainder = Math.floor(remainder / base62Digits.length)
  )
    checksum = `${base62Digits[remainder % base62Digits.length]}${checksum}`
  return text + checksum
}
