import { z } from 'zod'
import { SecondFactorMethod } from '../identity/second-factor-methods.ts'
import { classified } from './data-classes.ts'

export const statusByErrorCode = {
  VALIDATION: 400,
  NOT_AUTHENTICATED: 401,
  INSUFFICIENT_CREDITS: 402,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  STEP_UP_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof statusByErrorCode

export const errorCodes = Object.keys(statusByErrorCode) as ErrorCode[]

/**
 * Returned where the key was used for a different request before; a caller who lost that response learns that it
 * succeeded.
 */
export const idempotencyKeyReusedMessage = 'This Idempotency-Key was already used for another request.'

/** Sent for a file that had no room on the server, so that the same file can be sent again. */
export const diskFullMessage =
  'The server has no space left for this file. Nothing of it was stored: free some space, then add it again.'

export const outdatedQuoteDetails = { quote: 'OUTDATED' } as const

/** The body of every response outside 2xx. `message` is shown to users. */
export const ErrorBody = z
  .looseObject({
    message: z.string(),
    code: z.enum(errorCodes),
    requestId: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    quote: z.literal(outdatedQuoteDetails.quote).optional(),
    challenge: classified('secret', z.string().optional()).describe(
      'With SECOND_FACTOR_REQUIRED: completes this sign-in together with the second factor, until `expiresAt`',
    ),
    expiresAt: z.iso.datetime().optional(),
    methods: z
      .array(SecondFactorMethod)
      .optional()
      .describe('With SECOND_FACTOR_REQUIRED and STEP_UP_REQUIRED: how the user can confirm their identity'),
  })
  .meta({
    id: 'Error',
    example: {
      message: 'Order name is required',
      code: 'VALIDATION',
      requestId: '01K9Z3V7Q4W8N2B6D5F0H1J3K7',
      issues: [{ path: 'orderName', message: 'Order name is required' }],
    },
  })
export type ErrorBody = z.infer<typeof ErrorBody>
