import { passkeySignIn, passkeys } from '@dooryard/contract/identity/passkeys'
import { createAuthenticator } from '../../modules/identity/passkeys/authenticator.fixture.ts'
import { startSignIn } from '../../modules/identity/second-factor/second-factor.fixture.ts'
import { anonymousCaller, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { callOk } from './journey.ts'

export async function passkeyJourney(portal: Portal): Promise<void> {
  const { as, email } = await user(portal)
  const authenticator = createAuthenticator()
  const credential = authenticator.create(await callOk(as, passkeys.creationOptions))
  const { passkey } = await callOk(as, passkeys.add, { body: { credential } })
  const params = { passkeyId: passkey.id }
  await callOk(as, passkeys.rename, { params })
  await callOk(as, passkeys.list)
  await callOk(as, passkeys.stepUpOptions)
  const stranger = anonymousCaller(portal)
  const body = authenticator.get(await callOk(stranger, passkeySignIn.options))
  await callOk(stranger, passkeySignIn.signIn, { body })
  const challenge = await startSignIn(portal, email)
  await callOk(stranger, passkeySignIn.secondFactorOptions, { body: { challenge } })
  await callOk(as, passkeys.remove, { params })
}
