import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const version = 'v1.'
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM with a random nonce. A value encrypted for one purpose cannot be decrypted for another. */
export function encrypt(secrets: Secrets, purpose: string, value: unknown): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, secrets.derive('sealed'), nonce).setAAD(Buffer.from(purpose))
  const encrypted = [nonce, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()]
  return version + Buffer.concat(encrypted).toString('base64url')
}

/** Throws for a value that was altered, or encrypted for another purpose or under another secret. */
export function decrypt(secrets: Secrets, purpose: string, encrypted: string): unknown {
  const bytes = encrypted.startsWith(version)
    ? Buffer.from(encrypted.slice(version.length), 'base64url')
    : Buffer.alloc(0)
  if (bytes.length < nonceBytes + tagBytes) throw new Error('This is not a sealed value.')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, secrets.derive('sealed'), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-tagBytes))
  const opened = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
  return JSON.parse(opened.toString('utf8'))
}
