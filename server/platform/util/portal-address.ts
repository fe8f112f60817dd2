import type { PublicContext, Services } from '../context.ts'
import { isLoopback } from './loopback.ts'

type Portal = Pick<Services, 'publicUrl' | 'publicAliases'>

/**
 * The address under which a caller uses the portal, without a trailing slash: the `Origin` of the request if it is one
 * of the portal's, so that a person who leaves for another site returns to the session they left; PUBLIC_URL otherwise.
 * Its own are PUBLIC_URL, PUBLIC_URL_ALIASES and, for a PUBLIC_URL on the loopback interface, that interface's other
 * names with the same scheme and port.
 */
export function getPortalAddress(origin: string | undefined, portal: Portal): string {
  const from = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
  return from && from.origin === origin && isOwnOrigin(from, portal) ? origin : portal.publicUrl
}

export type CallersPortal = Pick<PublicContext, 'publicUrl' | 'portalAddress'>

/**
 * The portal as a mail that the caller asked for names it: at the address that they use it under, but at PUBLIC_URL if
 * only that is HTTPS, because anyone can ask for a mail to someone else and choose the address. Mails that tell the
 * owner of an account what someone else may have tried, and those of jobs without a caller, name PUBLIC_URL.
 */
export const toCallersPortal = ({ portalAddress, publicUrl }: CallersPortal) => ({
  publicUrl: portalAddress && (isHttps(portalAddress) || !isHttps(publicUrl)) ? portalAddress : publicUrl,
})

const isHttps = (address: string) => new URL(address).protocol === 'https:'

/** Whether a URL has an origin under which the portal is known. */
export function isOwnOrigin(url: URL, { publicUrl, publicAliases = [] }: Portal): boolean {
  const portal = new URL(publicUrl)
  if (url.origin === portal.origin || publicAliases.includes(url.origin)) return true
  const isSameDoor = url.protocol === portal.protocol && url.port === portal.port
  return isSameDoor && isLoopback(portal.hostname) && isLoopback(url.hostname)
}
