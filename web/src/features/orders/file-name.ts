import type { OrderDesk } from './orders-desk.ts'

/** A file of an order: the newest version, unless another is said. */
export type Wanted = { desk: OrderDesk; what: 'list' | 'certificate'; version?: number | undefined }

/** `order-7a0d…-2025-03-05.csv`, as the specification has it; an older version and a certificate say that they are one. */
export function fileNameOf({ desk, what, version }: Wanted, today = new Date()): string {
  const ofVersion = version === undefined ? '' : `-v${version}`
  const start = `order-${desk.orderId}-${today.toISOString().slice(0, 10)}${ofVersion}`
  return what === 'list' ? `${start}.csv` : `${start}-certificate.jws`
}
