import type { LineType } from '@dooryard/contract/vocabularies'
import { type AppError, appError, isAppError } from '../../platform/errors.ts'

export type PostalAddress = { street: string; city: string; state: string; zip: string }

/** An owner whose contacts are wanted; `ownerKey` is an unsigned 64-bit number as text. */
export type TracedOwner = {
  ownerKey: string
  names: readonly string[]
  mailing: PostalAddress
  property: PostalAddress
}

export type FoundContact =
  | { kind: 'PHONE'; value: string; lineType: LineType }
  | { kind: 'EMAIL'; value: string; lineType: '' }

export type AskOptions = {
  /** The same for a repeated batch, so that a vendor that heeds it does not charge twice. */
  idempotencyKey: string
  /** How often a batch is tried; as often as the vendor's settings say unless said. */
  tries?: number | undefined
  signal?: AbortSignal | undefined
}

/** Somebody who knows contacts of owners, and is paid for it. Knows none of our tables. */
export type ContactVendor = {
  name: string
  batchSize: number
  /** The most owners asked about in a UTC day, by all processes together. */
  dailyLimit: number
  /** Longer than a batch of one try can take, in milliseconds. */
  longestTryMs: number
  /** Owners of whom nothing is known have no entry. Throws a `VendorError` where no answer can be used. */
  ask: (owners: readonly TracedOwner[], options: AskOptions) => Promise<ReadonlyMap<string, readonly FoundContact[]>>
}

/** A vendor that gave no answer. `wasProcessed` is false only where it certainly did nothing that it could charge for. */
export class VendorError extends Error {
  readonly wasProcessed: boolean

  constructor(message: string, { wasProcessed }: { wasProcessed: boolean }) {
    super(message)
    this.name = 'VendorError'
    this.wasProcessed = wasProcessed
  }
}

export const vendorUnavailable = (vendor: string, sentence: string) => appError('UNAVAILABLE', sentence, { vendor })

export const isVendorUnavailable = (error: unknown): error is AppError =>
  isAppError(error) && error.code === 'UNAVAILABLE' && 'vendor' in error.extra

export type ContactDesk = { vendor: ContactVendor | null }

export const noVendor: ContactDesk = { vendor: null }
