import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'

const customerSteps = [
  'VERIFY_EMAIL',
  'RUN_SEARCH',
  'SAVE_SEARCH',
  'CREATE_CAMPAIGN',
  'GET_CREDITS',
  'PLACE_ORDER',
  'CONNECT_SYSTEM',
] as const
export type CustomerStep = (typeof customerSteps)[number]

const adminSteps = ['IMPORT_COUNTY', 'SET_PRICES', 'INVITE_USER'] as const
export type AdminStep = (typeof adminSteps)[number]

/** What a new account does first; each role has its own selection and order. */
export const FirstStep = z.enum([...customerSteps, ...adminSteps])
export type FirstStep = z.infer<typeof FirstStep>

export const FirstSteps = z
  .object({
    isDismissed: z.boolean(),
    steps: z
      .array(z.object({ step: FirstStep, isDone: z.boolean() }))
      .describe('In the recommended order; empty for a role without any, and once dismissed'),
  })
  .meta({
    id: 'FirstSteps',
    example: { isDismissed: false, steps: [{ step: 'RUN_SEARCH', isDone: true }] },
  })
export type FirstSteps = z.infer<typeof FirstSteps>

const firstStepsEndpoint = endpointFactory({ tag: 'Account', access: 'SIGNED_IN' })

export const firstSteps = {
  get: firstStepsEndpoint(
    'GET /v1/auth/private/first-steps',
    'Get the first steps of the account, and which are done',
    {
      response: FirstSteps,
    },
  ),
  change: firstStepsEndpoint('PATCH /v1/auth/private/first-steps', 'Dismiss the first steps, or show them again', {
    body: z.strictObject({ isDismissed: z.boolean() }).meta({ id: 'FirstStepsChange', example: { isDismissed: true } }),
    response: FirstSteps,
  }),
}
