import type { ProviderId } from '@dooryard/contract/identity/external-sign-in'
import { Email } from '@dooryard/contract/identity/users'
import { z } from 'zod'

/** Whom a provider has authenticated; `issuer` and `subject` together identify them for good. */
export const ExternalPerson = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
})
export type ExternalPerson = z.infer<typeof ExternalPerson>

type Claims = { iss: string; sub: string } & Record<string, unknown>

const maxNameLength = 50

/** Reads the claims of an ID token, completed by those of the profile. Names that are missing are empty. */
export function readPerson(provider: ProviderId, claims: Claims): ExternalPerson {
  const email = Email.safeParse(claims['email']).data ?? null
  const [first = '', ...others] = readText(claims['name']).split(/\s+/)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified: email !== null && vouchesByProvider[provider](email, claims),
    firstName: (readText(claims['given_name']) || first).slice(0, maxNameLength),
    lastName: (readText(claims['family_name']) || others.join(' ')).slice(0, maxNameLength),
  }
}

const readText = (claim: unknown) => (typeof claim === 'string' ? claim.trim() : '')

/** Whether a provider vouches that the email belongs to the person now. */
const vouchesByProvider: Record<ProviderId, (email: string, claims: Claims) => boolean> = {
  // Of other domains, Google knows only that the person once read their mail.
  // https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
  google: (email, claims) =>
    claims['email_verified'] === true && (/@gmail\.com$/i.test(email) || readText(claims['hd']) !== ''),
  // Administrators of any organization can enter any email; this optional claim says that they own its domain.
  // https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
  microsoft: (_, claims) => [true, 1, '1', 'true'].some((value) => value === claims['xms_edov']),
  oidc: (_, claims) => claims['email_verified'] === true,
}
