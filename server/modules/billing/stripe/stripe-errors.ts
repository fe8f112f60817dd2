import Stripe from 'stripe'
import { appError, isAppError } from '../../../platform/errors.ts'

const { errors } = Stripe

/** What a card answers that its owner would have to confirm, which nobody can who is not there. */
const confirmationCodes = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'payment_intent_action_required',
  'payment_intent_authentication_failure',
  'subscription_payment_intent_requires_action',
])

/** The sentence of Stripe's for the payer, or what to do where the bank wants a confirmation. */
export function declineSentence(
  decline: { code?: string | undefined; message?: string | undefined } | null | undefined,
) {
  if (decline?.code && confirmationCodes.has(decline.code))
    return (
      'Your bank wants this payment to be confirmed by you. Change the card on the billing screen, where it can be ' +
      'confirmed, or try another card.'
    )
  return decline?.message || 'The payment did not go through.'
}

/** Whether Stripe says that an object is as it should be already, or no longer there. */
export const isRefusal = (error: unknown, ...codes: string[]): boolean =>
  error instanceof errors.StripeInvalidRequestError && codes.includes(error.code ?? '')

/** Whether Stripe understood, and would not. */
export const isAnyRefusal = (error: unknown): boolean =>
  error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError

/** Whether Stripe would not have a request as it was; of a card that does not pay it says so by another error. */
export const isRefusedRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  // 409: the same request is under way.
  error instanceof errors.StripeInvalidRequestError && error.statusCode !== 409

/**
 * An error of Stripe's as our callers know errors. Stripe's own errors hold the payment with its client secret, and
 * what it says of a wrong key holds part of the key, so neither is passed on.
 */
function spoken(error: unknown): unknown {
  if (isAppError(error) || !(error instanceof errors.StripeError)) return error
  const { message, code, param, requestId } = error
  if (error instanceof errors.StripeCardError) return appError('UNPROCESSABLE', declineSentence(error))
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return appError('UNAVAILABLE', 'Stripe refuses the key that this portal was given. Please tell whoever runs it.')
  if (isRefusal(error, 'resource_missing')) return appError('NOT_FOUND', 'Stripe does not know this.')
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

export const speaking =
  <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    try {
      return await call(...args)
    } catch (error) {
      throw spoken(error)
    }
  }
