import type { LineType } from '@dooryard/contract/api/enums'
import { type AppError, appError, isAppError } from '../../../platform/errors/app-error.ts'

export type PostalAddress = { street: string; city: string; state: string; zip: string }

/** An owner to skip trace. `ownerKey` is an unsigned 64-bit number as text. */
export type TracedOwner = {
  ownerKey: string
  names: readonly string[]
  mailing: PostalAddress
  property: PostalAddress
}

export type FoundContact =
  | { kind: 'PHONE'; value: string; lineType: LineType }
  | { kind: 'EMAIL'; value: string; lineType: '' }

export type VendorRequestOptions = {
  /** Stays the same when a batch is repeated, so that a vendor that honors it does not charge twice. */
  idempotencyKey: string
  /** Number of attempts per batch; defaults to the vendor's settings. */
  tries?: number | undefined
  signal?: AbortSignal | undefined
}

/** A paid source of owners' contacts. It knows nothing of our tables. */
export type ContactVendor = {
  name: string
  batchSize: number
  /** Maximum number of owners requested per UTC day, across all processes. */
  dailyLimit: number
  /** An upper bound for the duration of one attempt, in milliseconds. */
  longestTryMs: number
  /** Owners without known contacts have no entry. Throws a `VendorError` when the response is unusable. */
  ask: (
    owners: readonly TracedOwner[],
    options: VendorRequestOptions,
  ) => Promise<ReadonlyMap<string, readonly FoundContact[]>>
}

/**
 * A vendor failed to respond. `wasProcessed` is false only if the vendor certainly did nothing that it could charge
 * for.
 */
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

export type ContactProvider = { vendor: ContactVendor | null }

export const noContactProvider: ContactProvider = { vendor: null }
