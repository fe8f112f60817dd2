import type { OrderAccess } from './order-access.ts'

/** A file of an order: of the latest version, and of a certificate the latest check, unless these are given. */
export type OrderFileRef = {
  access: OrderAccess
  what: 'list' | 'certificate'
  version?: number | undefined
  check?: number | undefined
}

/**
 * `order-7a0d…-2025-03-05.csv`, as the specification defines it. The names of older versions and certificates say so.
 */
export function formatOrderFileName({ access, what, version, check }: OrderFileRef, today = new Date()): string {
  const ofVersion = version === undefined ? '' : `-v${version}`
  const ofCheck = check === undefined || check === 1 ? '' : `-check${check}`
  const start = `order-${access.orderId}-${today.toISOString().slice(0, 10)}${ofVersion}`
  return what === 'list' ? `${start}.csv` : `${start}${ofCheck}-certificate.jws`
}
