import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in 43 characters of base64url: nobody guesses one, so a plain hash is enough to store. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
