import type { Role } from '@dooryard/contract/api/roles'
import type { FirstStep, FirstSteps } from '@dooryard/contract/identity/first-steps'
import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { hasUserAction } from '../../audit-log/index.ts'
import { getUser } from '../../identity/index.ts'
import { hasRolls } from '../../properties/index.ts'
import { countUserSearches } from '../../saved-searches/index.ts'
import { countWebhooks } from '../../webhooks/index.ts'
import {
  findFirstStepsRow,
  hasApiKey,
  hasCampaign,
  hasOrder,
  hasReceivedCredits,
  upsertDismissal,
} from './first-steps.queries.ts'

const stepsByRole: Record<Role, readonly FirstStep[]> = {
  CONSUMER_USER: ['VERIFY_EMAIL', 'RUN_SEARCH', 'SAVE_SEARCH', 'GET_CREDITS', 'PLACE_ORDER'],
  ENTERPRISE_USER: ['CREATE_CAMPAIGN', 'GET_CREDITS', 'PLACE_ORDER', 'CONNECT_SYSTEM'],
  SUPER_ADMIN: ['IMPORT_COUNTY', 'SET_PRICES', 'INVITE_USER'],
  AFFILIATE_USER: [],
}

/** Whether each step is done. Those of administrators are done once for the whole portal. */
const checks: Record<FirstStep, (db: Db, userId: string) => Promise<boolean>> = {
  VERIFY_EMAIL: async (db, userId) => (await getUser(db, userId)).emailVerifiedAt !== null,
  RUN_SEARCH: async (db, userId) => Boolean((await findFirstStepsRow(db, userId))?.firstSearchAt),
  SAVE_SEARCH: async (db, userId) => (await countUserSearches(db, userId)) > 0,
  CREATE_CAMPAIGN: hasCampaign,
  GET_CREDITS: hasReceivedCredits,
  PLACE_ORDER: hasOrder,
  CONNECT_SYSTEM: async (db, userId) => (await hasApiKey(db, userId)) || (await countWebhooks(db, userId)) > 0,
  IMPORT_COUNTY: hasRolls,
  SET_PRICES: (db) => hasUserAction(db, ['credit_setting.created', 'credit_setting.changed']),
  INVITE_USER: (db) => hasUserAction(db, ['account.created', 'account.invited']),
}

/** The steps of the actor's role; none are looked up once the list is dismissed. */
export async function getFirstSteps({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<FirstSteps> {
  const { userId, role } = actor
  const isDismissed = Boolean((await findFirstStepsRow(db, userId))?.dismissedAt)
  const steps = isDismissed ? [] : stepsByRole[role]
  return {
    isDismissed,
    steps: await Promise.all(steps.map(async (step) => ({ step, isDone: await checks[step](db, userId) }))),
  }
}

/** Hides the list in every browser of the user, or shows it again. */
export async function dismissFirstSteps(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  isDismissed: boolean,
): Promise<FirstSteps> {
  await upsertDismissal(db, actor.userId, isDismissed ? clock.now() : null)
  return getFirstSteps({ db, actor })
}
