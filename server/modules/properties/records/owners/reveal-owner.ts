import type { RevealAllowance, RevealedOwner } from '@dooryard/contract/properties/owner-reveals'
import type { Context, Services } from '../../../../platform/context.ts'
import { appError, notFound, rateLimited } from '../../../../platform/errors/app-error.ts'
import { everyHour } from '../../../../platform/jobs/schedule.ts'
import { lockInTransaction } from '../../../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { pluralize } from '../../../../platform/util/format.ts'
import { findProperty } from '../properties.queries.ts'
import { purgeNameSearches } from './name-searches.queries.ts'
import { countRevealsSince, insertReveal, purgeOwnerReveals } from './owner-reveals.queries.ts'
import { findKnownOwners, type OwnedProperty, type OwnerAccess } from './present-owners.ts'
import { getUtcDay } from './utc-day.ts'

/** How many owners the actor can still reveal today. */
export async function getRevealAllowance(
  { db, clock, actor }: Context,
  { revealsPerDay: perDay }: Pick<OwnerAccess, 'revealsPerDay'>,
): Promise<RevealAllowance> {
  const { start, end } = getUtcDay(clock.now())
  const used = await countRevealsSince(db, actor.userId, start)
  return { perDay, left: Math.max(0, perDay - used), renewsAt: end.toISOString() }
}

/**
 * Returns the owner of a property. One that the actor does not know yet counts toward the day's allowance: RATE_LIMITED
 * when it is used up, UNPROCESSABLE where the portal has none or no roll names an owner.
 */
export async function revealOwner(ctx: Context, owners: OwnerAccess, propertyId: string): Promise<RevealedOwner> {
  const property = await findProperty(ctx.clickhouse, propertyId, { signal: ctx.signal })
  if (!property) throw notFound('This property')
  const { ownerName, ownerNames, mailingAddress, mailingCity, mailingState, mailingZip } = property
  if (ownerName === null && mailingAddress === null)
    throw appError('UNPROCESSABLE', 'No county dataset names the owner of this property.')
  const isKnown = await findKnownOwners(ctx, owners, [property])
  if (!isKnown(property)) await takeReveal(ctx, owners, property)
  const allowance = await getRevealAllowance(ctx, owners)
  return { propertyId, ownerName, ownerNames, mailingAddress, mailingCity, mailingState, mailingZip, allowance }
}

/** Reveals of a user wait for each other, so that parallel ones never exceed the allowance. */
const takeReveal = (ctx: Context, owners: OwnerAccess, lead: OwnedProperty): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockInTransaction(db, `owner-reveals ${actor.userId}`)
    const isKnown = await findKnownOwners(tx, owners, [lead])
    if (isKnown(lead)) return
    const allowance = await getRevealAllowance(tx, owners)
    if (allowance.left === 0) throw noRevealsLeftError(allowance, clock.now())
    const { propertyId, ownerKey } = lead
    await insertReveal(db, { userId: actor.userId, at: clock.now() }, { propertyId, ownerKey: ownerKey ?? '' })
  })

const noRevealsLeftError = ({ perDay, renewsAt }: RevealAllowance, now: Date) =>
  perDay === 0
    ? appError('UNPROCESSABLE', 'Owners are shown once their leads are purchased.')
    : rateLimited(
        `You have revealed ${pluralize(perDay, 'owner')} today, as many as a day allows. More can be revealed after ` +
          'midnight UTC. Leads that you order come with their owners at any time.',
        Math.ceil((Date.parse(renewsAt) - now.getTime()) / 1000),
      )

export const propertySchedule = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => ({
  'purge-owner-reveals': everyHour(() => purgeOwnerReveals(db, clock.now())),
  'purge-name-searches': everyHour(() => purgeNameSearches(db, clock.now().toISOString().slice(0, 10))),
})
