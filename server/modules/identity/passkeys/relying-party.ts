import type { Services } from '../../../platform/context.ts'

/**
 * The portal as browsers name it in WebAuthn. Passkeys are bound to its host: where PUBLIC_URL moves to
 * another host, they stop working.
 */
export function getRelyingParty({ publicUrl }: Pick<Services, 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: 'Dooryard', origin }
}
