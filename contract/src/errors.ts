import { z } from 'zod'

export const errorStatus = {
  VALIDATION: 400,
  NOT_AUTHENTICATED: 401,
  INSUFFICIENT_CREDITS: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as ErrorCode[]

/** Said where a key was used for something else before; whoever lost the answer to that learns that it was done. */
export const keyUsedOtherwise = 'This Idempotency-Key was already used for another request.'

export const outdatedQuote = { quote: 'OUTDATED' } as const

export const ownerRowsLimit = { limit: 'owner-rows' } as const

/** The body of every answer outside 2xx. `message` is what a user reads. */
export const ErrorBody = z
  .looseObject({
    message: z.string(),
    code: z.enum(errorCodes),
    requestId: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    quote: z.literal(outdatedQuote.quote).optional(),
    limit: z
      .literal(ownerRowsLimit.limit)
      .optional()
      .describe(
        'With RATE_LIMITED, where the rows with owners that the account may read in a day are used up: `Retry-After` may be hours',
      ),
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
