import type { OrderAccess } from './order-access.ts'

/** A file of an order; the latest version unless `version` is given. */
export type OrderFileRef = { access: OrderAccess; what: 'list' | 'certificate'; version?: number | undefined }

/**
 * `order-7a0d…-2025-03-05.csv`, as the specification defines it. The names of older versions and certificates say so.
 */
export function formatOrderFileName({ access, what, version }: OrderFileRef, today = new Date()): string {
  const ofVersion = version === undefined ? '' : `-v${version}`
  const start = `order-${access.orderId}-${today.toISOString().slice(0, 10)}${ofVersion}`
  return what === 'list' ? `${start}.csv` : `${start}-certificate.jws`
}
