import { about } from '@dooryard/contract/about'
import { account, pictures } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auditLog } from '@dooryard/contract/audit-log'
import { auth } from '@dooryard/contract/auth'
import { overview } from '@dooryard/contract/overview'
import { newestCode, registration } from '../../modules/identity/codes.fixture.ts'
import { pngOf } from '../../modules/identity/pictures.fixture.ts'
import { actingAs, nobody, signedIn, testPassword, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { callerAt } from '../requests.ts'
import { succeed } from './journey.ts'

export async function accountJourney(direct: Portal, portal: Portal): Promise<void> {
  const stranger = nobody(portal)
  await succeed(stranger, about.get)
  const body = registration()
  const { email } = body
  await succeed(stranger, auth.register, { body })
  await succeed(stranger, auth.resendVerification, { body: { email } })
  const code = await newestCode(direct, email)
  const { accessToken, refreshToken } = await succeed(stranger, auth.verifyEmail, { body: { email, code } })
  await succeed(stranger, about.outbox, { query: { to: email } })
  await succeed(stranger, auth.login, { body: { email, password: testPassword } })
  await succeed(stranger, auth.forgotPassword, { body: { email } })
  await succeed(stranger, auth.refresh, { body: { refreshToken } })
  const as = callerAt(portal.url, accessToken)
  await succeed(as, account.me)
  await succeed(as, account.change)
  // Prism reads what it passes on as text, which spoils a picture.
  const picture = await succeed(callerAt(direct.url, accessToken), account.updatePicture, {
    body: new Blob([new Uint8Array(pngOf(8, 8))]),
  })
  await succeed(stranger, pictures.get, { params: { picture: picture.profilePictureUrl.split('/').at(-1) ?? '' } })
  await succeed(as, account.removePicture)
  await signedIn(portal, email)
  const { items } = await succeed(as, account.sessions)
  await succeed(as, account.endSession, { params: { sessionId: items.find((one) => !one.isCurrent)?.id ?? '' } })
  const reset = { password: 'another-horse-battery', confirmPassword: 'another-horse-battery' }
  await succeed(stranger, auth.resetPassword, { body: { email, code: await newestCode(direct, email), ...reset } })
  await leave(portal)
}

async function leave(portal: Portal) {
  const { as, email } = await user(portal)
  await succeed(as, account.updatePassword)
  const again = () => signedIn(portal, email, 'staple-horse-battery')
  await succeed((await again()).as, account.logout)
  await succeed((await again()).as, account.logoutAll)
  await succeed((await again()).as, account.close, { body: { password: 'staple-horse-battery' } })
}

export async function administratorJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const someone = await user(portal)
  await succeed(as, adminUsers.list)
  const acting = await actingAs(portal, { as }, someone.id)
  await succeed(acting.as, account.me)
  await succeed(acting.as, account.sessions)
  await succeed(acting.as, adminUsers.endImpersonation)
  await succeed(as, overview.get)
  const { items } = await succeed(as, auditLog.list)
  for (const { id } of items.slice(0, 20)) await succeed(as, auditLog.get, { params: { id } })
  await succeed(as, auditLog.verify)
}
