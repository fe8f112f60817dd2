import { createHmac } from 'node:crypto'
import type { Secrets } from '../../../../platform/crypto/secrets.ts'

/**
 * The key of an owner as responses have it, in the same form: an unsigned 64-bit number in decimal. The stored key is a
 * plain hash of name and address: anyone who knows the address, as that of an owner-occupant, could find the name by
 * hashing a list of names.
 */
export const toPublicOwnerKey = (secrets: Secrets, ownerKey: string): string =>
  createHmac('sha256', secrets.derive('owner keys')).update(ownerKey).digest().readBigUInt64BE().toString()
