import { about } from '@dooryard/contract/about'
import { auditLog } from '@dooryard/contract/admin/audit-log'
import { overview } from '@dooryard/contract/admin/overview'
import { account, pictures } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { emailChange } from '@dooryard/contract/identity/email-change'
import { connectedAccounts, externalSignIn } from '@dooryard/contract/identity/external-sign-in'
import { firstSteps } from '@dooryard/contract/identity/first-steps'
import { notifications } from '@dooryard/contract/identity/notifications'
import { buildRegistration, getNewestCode, listMailsTo, newEmail } from '../../modules/identity/codes/codes.fixture.ts'
import { visitProvider } from '../../modules/identity/external/oidc-provider.fixture.ts'
import { notifyUser } from '../../modules/identity/index.ts'
import { buildPng } from '../../modules/identity/pictures/pictures.fixture.ts'
import { actAsUser, anonymousCaller, signInWithPassword, testPassword, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { type Caller, createCaller } from '../requests.ts'
import { callOk } from './journey.ts'

export async function accountJourney(direct: Portal, portal: Portal): Promise<void> {
  const stranger = anonymousCaller(portal)
  await callOk(stranger, about.get)
  const body = buildRegistration()
  const { email } = body
  await callOk(stranger, auth.register, { body })
  await callOk(stranger, auth.resendVerification, { body: { email } })
  const code = await getNewestCode(direct, email)
  const { accessToken, refreshToken } = await callOk(stranger, auth.verifyEmail, { body: { email, code } })
  await callOk(stranger, about.outbox, { query: { to: email } })
  await callOk(stranger, auth.login, { body: { email, password: testPassword } })
  await callOk(stranger, auth.forgotPassword, { body: { email } })
  await callOk(stranger, auth.refresh, { body: { refreshToken } })
  const as = createCaller(portal.url, accessToken)
  await callOk(as, account.me)
  await callOk(as, firstSteps.get)
  await callOk(as, firstSteps.change, { body: { isDismissed: true } })
  await callOk(as, account.change)
  await readNotifications(direct, as)
  // Prism forwards bodies as text, which damages a picture.
  const picture = await callOk(createCaller(direct.url, accessToken), account.updatePicture, {
    body: new Blob([new Uint8Array(buildPng(8, 8))]),
  })
  await callOk(stranger, pictures.get, { params: { picture: picture.profilePictureUrl.split('/').at(-1) ?? '' } })
  await callOk(as, account.removePicture)
  await signInWithPassword(portal, email)
  const { items } = await callOk(as, account.sessions)
  await callOk(as, account.endSession, { params: { sessionId: items.find((one) => !one.isCurrent)?.id ?? '' } })
  const reset = { password: 'another-horse-battery', confirmPassword: 'another-horse-battery' }
  await callOk(stranger, auth.resetPassword, { body: { email, code: await getNewestCode(direct, email), ...reset } })
  await changeEmail(direct, portal)
  await deleteAccount(portal)
}

async function readNotifications({ services }: Portal, as: Caller) {
  const { user } = await callOk(as, account.me)
  const text = { title: 'Your order “Nashville” is ready', body: '', path: '/portal/campaigns' }
  await notifyUser(services, { userId: user.id, kind: 'ORDER_READY', ...text })
  const { items } = await callOk(as, notifications.list)
  await callOk(as, notifications.read, { params: { notificationId: items[0]?.id ?? '' } })
  await callOk(as, notifications.readAll)
  await callOk(as, notifications.settings)
  await callOk(as, notifications.changeSettings)
}

async function changeEmail(direct: Portal, portal: Portal) {
  const { as, email } = await user(portal)
  const to = newEmail()
  await callOk(as, emailChange.request, { body: { email: to, password: testPassword } })
  const [newCode, currentCode] = [await getNewestCode(direct, to), await getNewestCode(direct, email)]
  await callOk(as, emailChange.confirm, { body: { newCode, currentCode } })
}

/** Signs in without a password: by a mailed link, and with an account of a provider. */
export async function passwordlessJourney(direct: Portal, portal: Portal): Promise<void> {
  const stranger = anonymousCaller(portal)
  const { as, email } = await user(portal)
  await callOk(stranger, auth.requestSignInLink, { body: { email } })
  const mails = await listMailsTo(direct, email)
  const token = /#(\S+)/.exec(mails.find(({ text }) => text.includes('/login/link'))?.text ?? '')?.[1] ?? ''
  await callOk(stranger, auth.confirmSignInLink, { body: { token } })
  const params = { provider: 'oidc' } as const
  const signIn = async (login: string) => {
    const { url, browserToken } = await callOk(stranger, externalSignIn.start, { params })
    const body = { query: await visitProvider(url, login), browserToken }
    return callOk(stranger, externalSignIn.finish, { params, body })
  }
  const person = await signIn(email)
  if (!('connectToken' in person)) throw new Error(`${email} is connected already`)
  const { as: again } = await signInWithPassword(portal, email)
  await callOk(again, connectedAccounts.connect, { body: { connectToken: person.connectToken } })
  await signIn(email)
  const { url, browserToken } = await callOk(as, connectedAccounts.start, { params, body: { password: testPassword } })
  const body = { query: await visitProvider(url, newEmail()), browserToken }
  const { id } = await callOk(as, connectedAccounts.finish, { params, body })
  await callOk(as, connectedAccounts.list)
  await callOk(as, connectedAccounts.remove, { params: { id } })
  const newPerson = await signIn(newEmail())
  if (!('connectToken' in newPerson)) throw new Error('a new person has an account')
  const registration = { ...buildRegistration({ email: newPerson.email ?? '' }), connectToken: newPerson.connectToken }
  await callOk(stranger, externalSignIn.register, { body: registration })
}

async function deleteAccount(portal: Portal) {
  const { as, email } = await user(portal)
  await callOk(as, account.updatePassword)
  const again = () => signInWithPassword(portal, email, 'staple-horse-battery')
  await callOk((await again()).as, account.logout)
  await callOk((await again()).as, account.logoutAll)
  await callOk((await again()).as, account.close, { body: { password: 'staple-horse-battery' } })
}

export async function administratorJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const someone = await user(portal)
  await callOk(as, adminUsers.list)
  const acting = await actAsUser(portal, { as }, someone.id)
  await callOk(acting.as, account.me)
  await callOk(acting.as, account.sessions)
  await callOk(acting.as, adminUsers.endImpersonation)
  await callOk(as, overview.get)
  const { items } = await callOk(as, auditLog.list)
  for (const { id } of items.slice(0, 20)) await callOk(as, auditLog.get, { params: { id } })
  await callOk(as, auditLog.verify)
}
