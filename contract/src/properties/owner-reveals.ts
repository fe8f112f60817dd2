import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { Property, PropertyId } from './properties.ts'

/** A revealed owner stays revealed for a year, as a paid lead stays free. */
export const ownerRevealDays = 365

const RevealAllowance = z
  .object({
    perDay: z.int().min(0).describe('Owners that the account may reveal in a day; 0 where owners come only with leads'),
    left: z.int().min(0).describe('How many of these are left today'),
    renewsAt: z.iso.datetime().describe('When the next day begins, at midnight UTC'),
  })
  .meta({
    id: 'RevealAllowance',
    example: { perDay: 25, left: 24, renewsAt: '2026-11-03T00:00:00.000Z' },
  })
export type RevealAllowance = z.infer<typeof RevealAllowance>

const RevealedOwner = Property.pick({
  propertyId: true,
  ownerName: true,
  ownerNames: true,
  mailingAddress: true,
  mailingCity: true,
  mailingState: true,
  mailingZip: true,
})
  .extend({ allowance: RevealAllowance })
  .meta({ id: 'RevealedOwner' })
export type RevealedOwner = z.infer<typeof RevealedOwner>

const ownerEndpoint = endpointFactory({
  tag: 'Properties',
  access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
})

export const ownerReveals = {
  allowance: ownerEndpoint('GET /v1/owner-reveals', 'Get how many more owners the account can reveal today', {
    response: RevealAllowance,
  }),
  reveal: ownerEndpoint(
    'POST /v1/properties/{id}/owner',
    'Reveal the owner of a property, within the daily allowance; a known one costs nothing',
    { params: z.object({ id: PropertyId }), response: RevealedOwner, errors: ['UNPROCESSABLE'] },
  ),
}
