import Stripe from 'stripe'
import { appError, isAppError } from '../../../../platform/errors/app-error.ts'

const { errors } = Stripe

/** Decline codes that require the owner's confirmation, which is impossible while the owner is absent. */
const confirmationCodes = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'payment_intent_action_required',
  'payment_intent_authentication_failure',
  'subscription_payment_intent_requires_action',
])

/** Stripe's message for the payer, or what to do if the bank wants a confirmation. */
export function formatDecline(decline: { code?: string | undefined; message?: string | undefined } | null | undefined) {
  if (decline?.code && confirmationCodes.has(decline.code))
    return (
      'Your bank wants this payment to be confirmed by you. Change the card on the billing screen, where it can be ' +
      'confirmed, or try another card.'
    )
  return decline?.message || 'The payment did not go through.'
}

/** Whether Stripe reports that an object already is in the wanted state, or no longer exists. */
export const isRefusal = (error: unknown, ...codes: string[]): boolean =>
  error instanceof errors.StripeInvalidRequestError && codes.includes(error.code ?? '')

/** Whether Stripe understood the request and refused it. */
export const isAnyRefusal = (error: unknown): boolean =>
  error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError

/** Whether Stripe refused the request itself; a declined card is a different error. */
export const isRefusedRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  // 409: the same request is in progress.
  error instanceof errors.StripeInvalidRequestError && error.statusCode !== 409

/**
 * Maps a Stripe error to an application error. Stripe's errors contain the payment with its client secret, and their
 * message about a wrong key contains part of the key, so neither is passed on.
 */
function toAppError(error: unknown): unknown {
  if (isAppError(error) || !(error instanceof errors.StripeError)) return error
  const { message, code, param, requestId } = error
  if (error instanceof errors.StripeCardError) return appError('UNPROCESSABLE', formatDecline(error))
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return appError('UNAVAILABLE', 'Stripe rejected the key of this portal. Please contact the operator.')
  if (isRefusal(error, 'resource_missing')) return appError('NOT_FOUND', 'Stripe has no such object.')
  if (isRefusal(error, 'amount_too_small')) return appError('UNPROCESSABLE', 'This amount is too small to be charged.')
  if (isOutage(error))
    return appError('UNAVAILABLE', 'The payment provider cannot be reached. Please try again in a few minutes.')
  const where = [code, param, requestId].filter(Boolean).join(', ')
  return new Error(`Stripe refused a request: ${message} (${where})`)
}

const isOutage = (error: unknown) =>
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeRateLimitError ||
  error instanceof errors.StripeAPIError

export const withAppErrors =
  <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    try {
      return await call(...args)
    } catch (error) {
      throw toAppError(error)
    }
  }
