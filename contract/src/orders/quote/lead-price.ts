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
  /** Credits of the phones of a lead purchased for mail. */
  creditsToAddPhones: number
}

/** Whether the criteria select only leads purchased for mail, whose phones an order adds. */
export const selectsOnlyForPhones = ({ only }: Pick<Criteria, 'only'>): boolean => only?.purchased === 'MAIL_ONLY'

/** The most that one lead of an order costs, in credits: what is held for each until it is delivered. */
export const getMaxLeadPrice = (criteria: Pick<Criteria, 'only'>, terms: LeadTerms): number =>
  selectsOnlyForPhones(criteria) ? terms.creditsToAddPhones : terms.creditRequired
