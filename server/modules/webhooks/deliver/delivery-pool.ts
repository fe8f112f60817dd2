import type { ClaimedAttempt, ConcurrencySlots } from './claim.queries.ts'

type InFlightDelivery = {
  slot: keyof ConcurrencySlots | 'hanging'
  isLong: boolean
  isAborted: boolean
  controller: AbortController
  timer: NodeJS.Timeout
}

type DeliveryPoolOptions = {
  slots: ConcurrencySlots
  /** Maximum requests that can give up their slots; further ones keep theirs. */
  maxHanging: number
  /** Time until a request counts as hanging, and until it is aborted. */
  hungMs: number
  timeoutMs: number
}

/**
 * In-flight deliveries. Slow webhooks have their own slots. A request that takes long frees its normal slot without
 * using a slow one, so hanging endpoints never starve healthy ones for long.
 */
export function createDeliveryPool(
  { slots, maxHanging, hungMs, timeoutMs }: DeliveryPoolOptions,
  onFreeSlot: () => void,
) {
  const deliveries = new Map<string, InFlightDelivery>()
  const taken = { quick: 0, slow: 0, hanging: 0 }

  const markLong = (delivery: InFlightDelivery) => {
    delivery.timer = setTimeout(() => delivery.controller.abort(), timeoutMs - hungMs)
    delivery.isLong = true
    if (delivery.slot === 'slow' || taken.hanging >= maxHanging) return
    taken[delivery.slot] -= 1
    delivery.slot = 'hanging'
    taken.hanging += 1
    onFreeSlot()
  }
  return {
    room: (): ConcurrencySlots => ({ quick: slots.quick - taken.quick, slow: slots.slow - taken.slow }),
    begin: ({ lease, id, isSlow }: ClaimedAttempt): AbortSignal => {
      const controller = new AbortController()
      const delivery: InFlightDelivery = {
        ...{ slot: isSlow ? 'slow' : 'quick', isLong: false, isAborted: false, controller },
        timer: setTimeout(() => markLong(delivery), hungMs),
      }
      deliveries.set(lease + id, delivery)
      taken[delivery.slot] += 1
      return controller.signal
    },
    land: ({ lease, id }: ClaimedAttempt): Pick<InFlightDelivery, 'isLong' | 'isAborted'> => {
      const delivery = deliveries.get(lease + id)
      if (!delivery) throw new Error(`attempt ${id} was not in progress`)
      clearTimeout(delivery.timer)
      deliveries.delete(lease + id)
      taken[delivery.slot] -= 1
      return delivery
    },
    giveUp: () => {
      for (const delivery of deliveries.values()) {
        delivery.isAborted = true
        delivery.controller.abort()
      }
    },
  }
}
