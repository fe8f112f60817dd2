import { safeRedirect } from '../../../lib/safe-redirect.ts'

/** What is kept of a purchase that is begun: what was chosen, how many credits are missing, and the screen that waits. */
export type Errand = {
  need?: number | undefined
  back?: string | undefined
  plan?: string | undefined
  pack?: string | undefined
  coupon?: string | undefined
}

const keyOf = (checkoutId: string) => `dooryard.errand.${checkoutId}`

/** Keeps the errand while this tab is on the page of the payment provider, whose way back knows nothing of it. */
export function keepErrand(checkoutId: string, errand: Errand) {
  try {
    sessionStorage.setItem(keyOf(checkoutId), JSON.stringify(errand))
  } catch {
    // Without storage the way back is by hand.
  }
}

/** The errand of a purchase that this tab began, if there was one. */
export function readErrand(checkoutId: string | undefined): Errand {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(checkoutId ?? '')) ?? '{}') as Errand // written above
    return { ...kept, back: portalPath(kept.back) }
  } catch {
    return {}
  }
}

/** What is left of an errand after credits were bought: nothing, once they are enough, and nothing of what was chosen. */
export const remainingErrand = ({ need = 0, back }: Errand, credits: number): Errand =>
  need > credits ? { need: need - credits, back } : {}

/** The path asked for, if it is one of the portal's screens. */
export function portalPath(asked: string | undefined): string | undefined {
  const path = safeRedirect(asked)
  if (!path) return undefined
  const { pathname } = new URL(path, 'https://this.site')
  return pathname.startsWith('/portal/') ? path : undefined
}
