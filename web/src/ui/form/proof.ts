import { SecondFactorProof } from '@dooryard/contract/identity/second-factor'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import type { PasskeyRequestOptions } from '@dooryard/contract/identity/webauthn'
import { z } from 'zod'
import { BrowserError } from '../../lib/api/errors.ts'
import { hasPasskeySupport } from '../../lib/passkeys/passkey-support.ts'

export type ProofValues = { method: SecondFactorMethod; code: string }

const [TotpProof, RecoveryProof] = SecondFactorProof.options

/** What the form has before it is sent: a passkey is asked for then. */
export const ProofForm = z.discriminatedUnion('method', [
  TotpProof,
  RecoveryProof,
  z.object({ method: z.literal('PASSKEY') }),
])

/** Begins with the first method that this browser has. */
export const getInitialProof = (methods: readonly SecondFactorMethod[]): ProofValues => ({
  method: methods.find((method) => method !== 'PASSKEY' || hasPasskeySupport()) ?? 'RECOVERY_CODE',
  code: '',
})

/** The proof of a form that is sent; has the browser ask for a passkey. BrowserError if the user chooses none. */
export async function readProof(
  { method, code }: ProofValues,
  getPasskeyOptions: () => Promise<PasskeyRequestOptions>,
): Promise<SecondFactorProof> {
  if (method !== 'PASSKEY') return { method, code }
  const [{ requestPasskey }, options] = await Promise.all([
    import('../../lib/passkeys/ceremonies.ts'),
    getPasskeyOptions(),
  ])
  const passkey = await requestPasskey(options)
  if (!passkey) throw new BrowserError('No passkey was used. Try again, or choose another way below.')
  return { method, passkey }
}
