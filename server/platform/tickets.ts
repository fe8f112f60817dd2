import { toUnixSeconds } from '@dooryard/contract/time'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Secrets } from './secrets.ts'

export const ticketMinutes = 5

const Ticket = z.object({ key: z.string(), fileName: z.string(), contentType: z.string() })
export type Ticket = z.infer<typeof Ticket>

type Keys = { secrets: Secrets; clock: Clock }

export const issueTicket = ({ secrets, clock }: Keys, ticket: Ticket): Promise<string> =>
  new SignJWT(ticket)
    .setProtectedHeader({ alg: 'HS256', typ: 'ticket' })
    .setExpirationTime(toUnixSeconds(clock.now()) + ticketMinutes * 60)
    .sign(secrets.derive('file-ticket'))

/** Null when it is altered, expired or none of ours. */
export async function readTicket({ secrets, clock }: Keys, token: string): Promise<Ticket | null> {
  try {
    const { payload } = await jwtVerify(token, secrets.derive('file-ticket'), {
      algorithms: ['HS256'],
      typ: 'ticket',
      requiredClaims: ['exp'],
      currentDate: clock.now(),
    })
    return Ticket.parse(payload)
  } catch {
    return null
  }
}
