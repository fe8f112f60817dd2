import type { About } from '@dooryard/contract/about'

/**
 * The address where passkeys work, if it is not the one that is open: they are bound to the host of the portal's public
 * address, and no browser accepts them at an IP address.
 */
export function getPasskeyAddress(portal: Pick<About, 'publicUrl'> | undefined): URL | undefined {
  const address = portal && new URL(portal.publicUrl)
  return address && address.origin !== window.location.origin ? address : undefined
}
