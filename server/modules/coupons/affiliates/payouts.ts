import type { Affiliate, CommissionTerms, PayoutDraft } from '@dooryard/contract/billing/affiliates'
import { audit } from '../../../platform/audit.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { formatMoney } from '../../../platform/util/format.ts'
import { newId } from '../../../platform/util/ids.ts'
import { insertTerms } from './affiliates.queries.ts'
import { findPayout, insertCommissionEntries, lockCommissions } from './commissions.queries.ts'
import { type AffiliateContext, getAffiliate, getTotals, requireAffiliate } from './list-affiliates.ts'
import { recordWithinLock } from './record-commissions.ts'

const toAuditObject = (userId: string) => ({ type: 'user', id: userId })

/** For payments from now on; earlier payments keep the terms of their time. */
export const setTerms = (ctx: AffiliateContext, userId: string, terms: CommissionTerms): Promise<Affiliate> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock, actor } = tx
    await requireAffiliate(db, userId)
    const { terms: before } = await getAffiliate(tx, userId)
    const { percent, months } = terms
    await insertTerms(db, {
      ...{ id: newId(), affiliateUserId: userId, basisPoints: Math.round(percent * 100), months },
      ...{ effectiveAt: clock.now(), createdBy: actor.userId },
    })
    await audit(tx, {
      action: 'commission.terms_set',
      object: toAuditObject(userId),
      ...(before && { before }),
      after: { user: userId, percent, months },
    })
    return getAffiliate(tx, userId)
  })

/** UNPROCESSABLE above what is payable, with the refunds so far. */
export const recordPayout = (ctx: AffiliateContext, userId: string, draft: PayoutDraft): Promise<Affiliate> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock, actor } = tx
    const now = clock.now()
    const happenedAt = new Date(`${draft.paidOn}T00:00:00Z`)
    if (happenedAt > now) throw fieldError('paidOn', 'The day of the payout is in the future')
    await lockCommissions(db)
    await recordWithinLock(tx)
    const { currency } = await getAffiliate(tx, userId)
    const payable = (await getTotals(db, [userId], now)).get(userId)?.payable ?? 0
    if (draft.amount > payable)
      throw fieldError('amount', `Only ${formatMoney(Math.max(0, payable), currency)} is payable`)
    const { amount, reference } = draft
    await insertCommissionEntries(db, [
      {
        ...{ id: newId(), affiliateUserId: userId, type: 'PAYOUT', amount: -amount, currency, reference },
        ...{ happenedAt, createdAt: now, createdBy: actor.userId },
      },
    ])
    await audit(tx, {
      action: 'commission.paid',
      object: toAuditObject(userId),
      after: { user: userId, amount, currency, reference },
    })
    return getAffiliate(tx, userId)
  })

type PayoutRef = { userId: string; entryId: string }

/** CONFLICT if it is reversed already. */
export const reversePayout = (
  ctx: AffiliateContext,
  { userId, entryId }: PayoutRef,
  reason: string,
): Promise<Affiliate> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock, actor } = tx
    await lockCommissions(db)
    const payout = await findPayout(db, userId, entryId)
    if (!payout) throw notFound('This payout')
    if (payout.counterId !== null) throw appError('CONFLICT', 'This payout is reversed already.')
    const { amount, currency } = payout
    const now = clock.now()
    await insertCommissionEntries(db, [
      {
        ...{ id: newId(), affiliateUserId: userId, type: 'PAYOUT_REVERSED', amount: -amount, currency },
        ...{ reversesId: entryId, reference: reason, happenedAt: now, createdAt: now, createdBy: actor.userId },
      },
    ])
    await audit(tx, {
      action: 'commission.payout_reversed',
      object: toAuditObject(userId),
      after: { user: userId, amount: -amount, currency },
      reason,
    })
    return getAffiliate(tx, userId)
  })

const fieldError = (path: string, message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
