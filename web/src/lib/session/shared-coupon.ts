/** The coupon of a share link that this browser opened: offered at checkout until it is used or removed. */
const key = 'dooryard.shared-coupon'
const codePattern = /^[A-Z0-9][A-Z0-9-]{2,39}$/

/** The code in the address of a share link; undefined unless it looks like one. */
export function parseCouponCode(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return codePattern.test(code) ? code : undefined
}

export const buildShareLink = (code: string) => `${location.origin}/register?coupon=${encodeURIComponent(code)}`

export function saveSharedCoupon(code: string) {
  try {
    localStorage.setItem(key, code)
  } catch {
    // Without storage the code has to be typed at checkout.
  }
}

export function loadSharedCoupon(): string | undefined {
  try {
    return parseCouponCode(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

export function deleteSharedCoupon() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was saved.
  }
}
