import { providerNames } from '@dooryard/contract/identity/external-sign-in'
import { z } from 'zod'
import { matchingText } from './config-values.ts'
import type { ProviderConfig } from './modules/identity/index.ts'
import { isLoopback } from './platform/util/loopback.ts'

const secret = (name: string) =>
  matchingText(/^[\x21-\x7e]+$/, `${name} must have no blanks and no letters beyond ASCII.`)

/** Tokens are sent to it, so only one on this machine may be without TLS. */
function isAllowedIssuer(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** The environment variables of sign-in providers. */
export const ProviderEnvironment = z.object({
  GOOGLE_CLIENT_ID: secret('GOOGLE_CLIENT_ID').optional(),
  GOOGLE_CLIENT_SECRET: secret('GOOGLE_CLIENT_SECRET').optional(),
  MICROSOFT_CLIENT_ID: secret('MICROSOFT_CLIENT_ID').optional(),
  MICROSOFT_CLIENT_SECRET: secret('MICROSOFT_CLIENT_SECRET').optional(),
  MICROSOFT_TENANT: matchingText(
    /^[\w.-]{1,100}$/,
    'MICROSOFT_TENANT must be common, organizations, consumers, or the id or domain of a tenant.',
  ).default('common'),
  OIDC_ISSUER: z
    .string()
    .refine((text) => URL.canParse(text) && isAllowedIssuer(text), {
      error: 'OIDC_ISSUER must be a URL like https://login.example.com; http only on this machine.',
    })
    .optional(),
  OIDC_CLIENT_ID: secret('OIDC_CLIENT_ID').optional(),
  OIDC_CLIENT_SECRET: secret('OIDC_CLIENT_SECRET').optional(),
  OIDC_NAME: matchingText(/^[^<>\p{Cc}]{1,40}$/u, 'OIDC_NAME must be at most 40 letters.').default(providerNames.oidc),
})

/** The configured providers, in the order of the sign-in screen. Throws one sentence for an incomplete one. */
export function readProviders(values: z.infer<typeof ProviderEnvironment>): ProviderConfig[] {
  const { MICROSOFT_TENANT: tenant } = values
  return [
    readProvider('GOOGLE', values, { id: 'google', issuer: 'https://accounts.google.com' }),
    readProvider('MICROSOFT', values, { id: 'microsoft', issuer: `https://login.microsoftonline.com/${tenant}/v2.0` }),
    readProvider('OIDC', values, { id: 'oidc', name: values.OIDC_NAME, issuer: values.OIDC_ISSUER }),
  ].filter((provider) => provider !== null)
}

type KnownFacts = { id: ProviderConfig['id']; name?: string; issuer: string | undefined }

function readProvider(
  prefix: 'GOOGLE' | 'MICROSOFT' | 'OIDC',
  values: z.infer<typeof ProviderEnvironment>,
  { id, name = providerNames[id], issuer }: KnownFacts,
): ProviderConfig | null {
  const { [`${prefix}_CLIENT_ID` as const]: clientId, [`${prefix}_CLIENT_SECRET` as const]: clientSecret } = values
  if (clientId && clientSecret && issuer) return { id, name, issuer, clientId, clientSecret }
  const isOwnIssuer = prefix === 'OIDC'
  if (!clientId && !clientSecret && !(isOwnIssuer && issuer)) return null
  const names = [...(isOwnIssuer ? ['OIDC_ISSUER'] : []), `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
  throw new Error(`${names.join(', ').replace(/, (\w+)$/, ' and $1')} belong together: set all, or none.`)
}
