import { type Role, roles } from '@dooryard/contract/api/roles'

/** Who may open a screen: guests, everybody, or the listed roles. */
export type ScreenAccess = 'GUESTS' | 'EVERYBODY' | readonly Role[]

/** `$` marks a path parameter. */
export type AccessByPath = Readonly<Record<string, ScreenAccess>>

/** The screens that need no sign-in, and who may open them. */
export const visitorAccess: AccessByPath = {
  '/': 'GUESTS',
  '/login': 'GUESTS',
  '/login/link': 'EVERYBODY',
  '/login/callback': 'EVERYBODY',
  '/register': 'GUESTS',
  '/forgot-password': 'EVERYBODY',
  '/reset-password': 'EVERYBODY',
  '/verify-email': 'EVERYBODY',
  '/terms': 'EVERYBODY',
  '/privacy': 'EVERYBODY',
  '/refund-policy': 'EVERYBODY',
  '/dev/outbox': 'EVERYBODY',
  '/sandbox/checkout': 'EVERYBODY',
}

const splitPath = (path: string) => path.split('/').filter(Boolean)

type Pattern = { parts: string[]; access: ScreenAccess }

const toPatterns = (accessByPath: AccessByPath): Pattern[] =>
  Object.entries(accessByPath).map(([path, access]) => ({ parts: splitPath(path), access }))

let patterns = toPatterns(visitorAccess)

/** Adds screens that load later. */
export function addScreens(accessByPath: AccessByPath) {
  patterns = [...patterns, ...toPatterns(accessByPath)]
}

/**
 * Who may open the screen at a path or route pattern. Like the router, it ignores case and a trailing slash. Unknown
 * paths in the portal are for any signed-in user, all others for everybody. The portal's own screens count as unknown
 * until its code has added them.
 */
export function getScreenAccess(path: string): ScreenAccess {
  const parts = splitPath(path)
  const isMatch = (part: string, index: number) => part.startsWith('$') || part === parts[index]?.toLowerCase()
  const known = patterns.find((pattern) => pattern.parts.length === parts.length && pattern.parts.every(isMatch))
  if (known) return known.access
  return parts[0]?.toLowerCase() === 'portal' ? roles : 'EVERYBODY'
}
