import type { OrderAccess } from './order-access.ts'

/** A file of an order: the newest version, unless another is said. */
export type OrderFileRef = { access: OrderAccess; what: 'list' | 'certificate'; version?: number | undefined }

/** `order-7a0d…-2025-03-05.csv`, as the specification has it; an older version and a certificate say that they are one. */
export function formatFileName({ access, what, version }: OrderFileRef, today = new Date()): string {
  const ofVersion = version === undefined ? '' : `-v${version}`
  const start = `order-${access.orderId}-${today.toISOString().slice(0, 10)}${ofVersion}`
  return what === 'list' ? `${start}.csv` : `${start}-certificate.jws`
}
