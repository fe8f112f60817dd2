import type { Role } from '@dooryard/contract/api/roles'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { type Campaign, campaigns, type NewCampaign } from '@dooryard/contract/orders/campaigns'
import { grantCredits } from '../modules/credits/index.ts'
import { createUser } from '../modules/identity/index.ts'
import { newId } from '../platform/util/ids.ts'
import type { Portal } from './portal.ts'
import { type Caller, createCaller } from './requests.ts'

export const testPassword = 'correct-horse-battery'

export type TestUser = { id: string; email: string; role: Role; refreshToken: string; as: Caller }

type NewTestUser = { role?: Role; subscriptionCredits?: number; onDemandCredits?: number }

/** An enterprise user without credits by default. */
export async function user(
  portal: Portal,
  { role = 'ENTERPRISE_USER', ...credits }: NewTestUser = {},
): Promise<TestUser> {
  const email = `${newId()}@example.com`
  const person = {
    email,
    password: testPassword,
    role,
    firstName: 'Tess',
    lastName: 'Sampleton',
    phone: '615-555-0120',
  }
  const made = await createUser(portal.services, person)
  if (!made) throw new Error(`${email} is taken`)
  const grant = { userId: made.id, reason: 'To begin with', actor: 'test' }
  const { subscriptionCredits = 0, onDemandCredits = 0 } = credits
  await grantCredits(portal.db, { ...grant, bucket: 'SUBSCRIPTION', amount: subscriptionCredits })
  await grantCredits(portal.db, { ...grant, bucket: 'ON_DEMAND', amount: onDemandCredits })
  return { ...made, email, role, ...(await signInWithPassword(portal, email)) }
}

export async function signInWithPassword(portal: Portal, email: string, password = testPassword) {
  const { status, body } = await anonymousCaller(portal).call(auth.login, { body: { email, password } })
  if (status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(body)}`)
  return { refreshToken: body.refreshToken, as: createCaller(portal.url, body.accessToken) }
}

export async function actAsUser(portal: Portal, admin: Pick<TestUser, 'as'>, userId: string, reason = 'Asked to look') {
  const call = { params: { id: userId }, body: { reason } }
  const { status, body } = await admin.as.call(adminUsers.impersonate, call)
  if (status !== 200) throw new Error(`nobody may act as ${userId}: ${JSON.stringify(body)}`)
  return { ...body, as: createCaller(portal.url, body.accessToken) }
}

export const anonymousCaller = (portal: Portal): Caller => createCaller(portal.url)

export async function enterpriseUser(
  portal: Portal,
  { campaign: draft, ...credits }: Omit<NewTestUser, 'role'> & { campaign?: Partial<NewCampaign> } = {},
): Promise<TestUser & { campaign: Campaign }> {
  const owner = await user(portal, credits)
  return { ...owner, campaign: await campaign(owner, draft) }
}

/** Mail to the homes of a state by default. */
export async function campaign({ as }: Pick<TestUser, 'as'>, draft: Partial<NewCampaign> = {}): Promise<Campaign> {
  const { status, body } = await as.call(campaigns.create, {
    body: {
      name: 'Homes of Tennessee',
      campaignType: 'MAIL_READY',
      criteria: { location: { states: ['TN'] }, property: { assetClasses: ['RESIDENTIAL'] } },
      ...draft,
    },
  })
  if (status !== 201) throw new Error(`the campaign could not be made: ${JSON.stringify(body)}`)
  return body
}
