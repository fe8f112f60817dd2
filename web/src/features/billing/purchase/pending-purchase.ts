import { toSafeRedirect } from '../../../lib/navigation/safe-redirect.ts'

/** A purchase that has started: the selected item, the missing credits, and the screen to return to. */
export type PendingPurchase = {
  need?: number | undefined
  back?: string | undefined
  /** The key of the order to place once its credits are bought, if one was agreed to. */
  agreedKey?: string | undefined
  plan?: string | undefined
  interval?: 'MONTH' | 'YEAR' | undefined
  pack?: string | undefined
  /** A number of credits without a pack. */
  credits?: number | undefined
  coupon?: string | undefined
}

const toStorageKey = (checkoutId: string) => `dooryard.errand.${checkoutId}`

/**
 * Saves the pending purchase while this tab is on the payment provider's page, whose return URL does not include it.
 */
export function savePendingPurchase(checkoutId: string, pendingPurchase: PendingPurchase) {
  try {
    sessionStorage.setItem(toStorageKey(checkoutId), JSON.stringify(pendingPurchase))
  } catch {
    // Without storage the user has to navigate back.
  }
}

/** Returns the pending purchase that this tab started, if any. */
export function getPendingPurchase(checkoutId: string | undefined): PendingPurchase {
  try {
    const stored = JSON.parse(sessionStorage.getItem(toStorageKey(checkoutId ?? '')) ?? '{}') as PendingPurchase // written above
    return { ...stored, back: parsePortalPath(stored.back) }
  } catch {
    return {}
  }
}

/** Returns what is still needed after credits were bought: nothing if they suffice; the selected item is dropped. */
export const getRemainingPurchase = ({ need = 0, back }: PendingPurchase, credits: number): PendingPurchase =>
  need > credits ? { need: need - credits, back } : {}

/** Returns the target path if it is a screen of the portal. */
export function parsePortalPath(target: string | undefined): string | undefined {
  const path = toSafeRedirect(target)
  if (!path) return undefined
  const { pathname } = new URL(path, 'https://this.site')
  return pathname.startsWith('/portal/') ? path : undefined
}
