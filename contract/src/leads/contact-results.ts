import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { textLine, textLines } from '../api/text.ts'
import { LeadActivity, LeadParams } from '../orders/lead-board.ts'
import { contactResults } from './phone-results.ts'

export const maxContactResultsPerLead = 200

const phone = z.string().regex(/^\d{10}$/, 'A phone number has ten digits')

export const NewContactResult = z
  .strictObject({
    phone: phone.describe('One of the phones of the lead'),
    result: contactResults.schema,
    note: textLines().max(2000, 'A note must be less than 2,000 characters').optional(),
  })
  .meta({ id: 'NewContactResult', example: { phone: '6155550142', result: 'LEFT_MESSAGE', note: 'Call after 5 pm' } })
export type NewContactResult = z.infer<typeof NewContactResult>

export const DoNotCallRemoval = z
  .strictObject({
    phone,
    reason: textLine('A reason is required')
      .min(1, 'A reason is required')
      .max(200, 'A reason must be less than 200 characters')
      .describe('Kept in the audit log'),
  })
  .meta({ id: 'DoNotCallRemoval', example: { phone: '6155550142', reason: 'The owner asked to be called again' } })
export type DoNotCallRemoval = z.infer<typeof DoNotCallRemoval>

const ResultParams = LeadParams.extend({ resultId: z.uuid('There is no such result') })
const leadEndpoint = endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })
const path = '/v1/leads/{orderId}/{propertyId}'

export const contactResultLog = {
  add: leadEndpoint(
    `POST ${path}/contact-results`,
    'Log the result of a call; DO_NOT_CALL adds the number to your internal list and silences tasks to call',
    {
      params: LeadParams,
      body: NewContactResult,
      response: LeadActivity,
      data: ['contact', 'personal'],
      status: 201,
      idempotent: 'outside',
      errors: ['UNPROCESSABLE', 'CONFLICT'],
    },
  ),
  remove: leadEndpoint(
    `DELETE ${path}/contact-results/{resultId}`,
    'Delete a call result; a number stays on your internal do-not-call list',
    { params: ResultParams, status: 204 },
  ),
  allowCalls: leadEndpoint(
    `POST ${path}/do-not-call-removals`,
    'Remove a number from your own internal do-not-call list; it can be called once an order has checked it again',
    { params: LeadParams, body: DoNotCallRemoval, status: 204, errors: ['UNPROCESSABLE', 'CONFLICT'] },
  ),
}
