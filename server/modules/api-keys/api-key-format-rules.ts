import { crc32 } from 'node:zlib'
import { apiKeyPrefix, testKeyPrefix } from '@dooryard/contract/integrations/api-keys'

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 36
const checksumLength = 6
const randomPart = `[0-9A-Za-z]{${secretLength + checksumLength}}`
const apiKeyPattern = new RegExp(`^(?:${testKeyPrefix}|${apiKeyPrefix})${randomPart}$`)

const shownCharacters = 4

/**
 * Prefix, 36 random characters and a CRC-32 checksum, by which mistyped keys are rejected and scanners recognize
 * leaked ones.
 */
export function generateApiKey(randomBelow: (limit: number) => number, isTest = false): string {
  const secret = Array.from({ length: secretLength }, () => base62Digits[randomBelow(base62Digits.length)]).join('')
  return appendChecksum((isTest ? testKeyPrefix : apiKeyPrefix) + secret)
}

export const isApiKeyFormat = (text: string): boolean =>
  apiKeyPattern.test(text) && appendChecksum(text.slice(0, -checksumLength)) === text

/** The prefix and the first four random characters. */
export const getApiKeyPrefix = (key: string): string =>
  key.slice(0, (key.startsWith(testKeyPrefix) ? testKeyPrefix : apiKeyPrefix).length + shownCharacters)

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
