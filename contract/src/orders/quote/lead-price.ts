import { z } from 'zod'
import type { Criteria } from '../../criteria/criteria.ts'

export const addPhones = z
  .boolean()
  .optional()
  .describe(
    'CALL_READY: whether to include leads purchased for mail, whose phones are added at the difference of both prices',
  )

export type LeadTerms = {
  /** Credits of a new lead. */
  creditRequired: number
  /** Credits of the phones of a lead purchased for mail; 0 of a Mail Ready order, which adds none. */
  creditsToAddPhones: number
}

/** Whether the criteria select only leads purchased for mail, whose phones an order adds. */
export const selectsOnlyForPhones = ({ only }: Pick<Criteria, 'only'>): boolean => only?.purchased === 'MAIL_ONLY'

/**
 * The most that one lead of an order costs, in credits: what is held for each until it is delivered. Leads purchased
 * with phones are free for both types, and those purchased for mail cost at most their phones.
 */
export function getMaxLeadPrice({ only }: Pick<Criteria, 'only'>, terms: LeadTerms): number {
  if (only?.purchased === undefined) return terms.creditRequired
  return only.purchased === 'CALL' || only.purchased === 'BOTH' ? 0 : terms.creditsToAddPhones
}
