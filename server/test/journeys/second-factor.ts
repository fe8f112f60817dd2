import { adminSecondFactor, secondFactor } from '@dooryard/contract/identity/second-factor'
import {
  completeSignIn,
  setUpApp,
  signInWith,
  startSignIn,
} from '../../modules/identity/second-factor/second-factor.fixture.ts'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { createCaller } from '../requests.ts'
import { callOk } from './journey.ts'

export async function secondFactorJourney(portal: Portal): Promise<void> {
  const { as, email, id } = await user(portal)
  const { recoveryCodes } = await setUpApp(portal, { as })
  const [first = '', second = '', third = ''] = recoveryCodes
  const signIn = async (code: string) => {
    const challenge = await startSignIn(portal, email)
    const { body } = await completeSignIn(portal, challenge, { method: 'RECOVERY_CODE', code }, true)
    return createCaller(portal.url, body.accessToken)
  }
  await signIn(first)
  const other = await signIn(second)
  await callOk(other, secondFactor.stepUp, { body: { method: 'RECOVERY_CODE', code: third } })
  const { devices } = await callOk(other, secondFactor.state)
  await callOk(other, secondFactor.removeDevice, { params: { deviceId: devices[0]?.id ?? '' } })
  await callOk(other, secondFactor.removeDevices)
  await callOk(other, secondFactor.renewRecoveryCodes)
  await resetSecondFactor(portal, id)
  // The reset has ended every session.
  const again = createCaller(portal.url, (await signInWith(portal, email)).body.accessToken)
  await setUpApp(portal, { as: again })
  await callOk(again, secondFactor.removeTotp)
}

async function resetSecondFactor(portal: Portal, id: string) {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await callOk(as, adminSecondFactor.policies)
  const change = { role: 'AFFILIATE_USER' as const, reason: 'Our insurer asks for it' }
  await callOk(as, adminSecondFactor.changePolicy, { body: { ...change, isRequired: true } })
  await callOk(as, adminSecondFactor.changePolicy, { body: { ...change, isRequired: false } })
  await callOk(as, adminSecondFactor.get, { params: { id } })
  await callOk(as, adminSecondFactor.reset, { params: { id } })
}
