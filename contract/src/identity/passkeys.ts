import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { textLine } from '../api/text.ts'
import { SignedIn } from './auth.ts'
import { OwnerPassword, passwordCheckLimit } from './owner-password.ts'
import { challengeField, RecoveryCodes } from './second-factor.ts'
import {
  NewPasskeyCredential,
  newPasskeyCredentialExample,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from './webauthn.ts'

export const maxPasskeys = 20

export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    isSynced: z.boolean().describe('Whether a password manager copies it to other devices'),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'Passkey', example: { name: 'iCloud Keychain', isSynced: true } })
export type Passkey = z.infer<typeof Passkey>

const passkeyName = textLine('Name is required')
  .min(1, 'Name is required')
  .max(100, 'Name must be less than 100 characters')

export const PasskeyNaming = z
  .object({ name: passkeyName })
  .meta({ id: 'PasskeyNaming', example: { name: 'Work laptop' } })

export const NewPasskey = z
  .object({ name: passkeyName.default('Passkey'), credential: NewPasskeyCredential })
  .meta({ id: 'NewPasskey', example: { name: 'Work laptop', credential: newPasskeyCredentialExample } })
export type NewPasskey = z.infer<typeof NewPasskey>

export const AddedPasskey = z.object({ passkey: Passkey, ...RecoveryCodes.shape }).meta({ id: 'AddedPasskey' })
export type AddedPasskey = z.infer<typeof AddedPasskey>

const PasskeyParams = z.object({ passkeyId: z.uuid('There is no such passkey') })

/** Open to those who have yet to set up what their role requires: a passkey is a second factor, too. */
const passkeyEndpoint = endpointFactory({ ...{ tag: 'Account', access: 'SIGNED_IN' }, beforeSecondFactor: true })

export const passkeys = {
  list: passkeyEndpoint('GET /v1/auth/private/passkeys', "List the user's passkeys, the oldest first", {
    response: z.object({ items: z.array(Passkey) }).meta({ id: 'Passkeys' }),
  }),
  creationOptions: passkeyEndpoint(
    'POST /v1/auth/private/passkeys/options',
    'Get the options with which a browser creates a passkey, valid for five minutes',
    {
      body: OwnerPassword,
      response: PasskeyCreationOptions,
      data: ['personal'],
      limits: [passwordCheckLimit],
      stepUp: true,
      errors: ['UNPROCESSABLE', 'CONFLICT', 'UNAVAILABLE'],
      refusedWhileImpersonating: true,
    },
  ),
  add: passkeyEndpoint(
    'POST /v1/auth/private/passkeys',
    'Add a passkey; the first second factor brings ten recovery codes',
    {
      body: NewPasskey,
      response: AddedPasskey,
      data: ['secret'],
      status: 201,
      limits: [{ name: 'passkey-creation', per: 'account', times: 60, seconds: 3600 }],
      errors: ['UNPROCESSABLE', 'CONFLICT'],
      refusedWhileImpersonating: true,
    },
  ),
  rename: passkeyEndpoint('PATCH /v1/auth/private/passkeys/{passkeyId}', 'Rename a passkey', {
    params: PasskeyParams,
    body: PasskeyNaming,
    response: Passkey,
    errors: ['NOT_FOUND'],
    refusedWhileImpersonating: true,
  }),
  remove: passkeyEndpoint(
    'DELETE /v1/auth/private/passkeys/{passkeyId}',
    'Remove a passkey; it stops working at once',
    {
      params: PasskeyParams,
      status: 204,
      errors: ['NOT_FOUND'],
      refusedWhileImpersonating: true,
      stepUp: true,
    },
  ),
  stepUpOptions: passkeyEndpoint(
    'POST /v1/auth/private/step-up/passkey-options',
    'Get the options with which a browser asks for a passkey to confirm your identity',
    {
      response: PasskeyRequestOptions,
      limits: [{ name: 'passkey-step-up', per: 'account', times: 60, seconds: 900 }],
      refusedWhileImpersonating: true,
    },
  ),
}

const publicEndpoint = endpointFactory({ tag: 'Account', access: 'ANYONE' })

export const passkeySignIn = {
  options: publicEndpoint(
    'POST /v1/auth/public/passkey-options',
    'Get the options with which a browser asks for any passkey of this portal, valid for five minutes',
    {
      response: PasskeyRequestOptions,
      limits: [{ name: 'passkey-options', per: 'address', times: 600, seconds: 900 }],
    },
  ),
  secondFactorOptions: publicEndpoint(
    'POST /v1/auth/public/second-factor/passkey-options',
    'Get the options with which a browser asks for a passkey to complete a sign-in',
    {
      body: z.object({ challenge: challengeField }).meta({ id: 'SignInChallenge', example: { challenge: 'kT3v' } }),
      response: PasskeyRequestOptions,
      limits: [{ name: 'passkey-options', per: 'address', times: 600, seconds: 900 }],
      errors: ['NOT_AUTHENTICATED'],
    },
  ),
  signIn: publicEndpoint('POST /v1/auth/public/passkey', 'Sign in with a passkey, which counts as both factors', {
    body: PasskeyAssertion,
    response: SignedIn,
    data: ['personal', 'secret'],
    limits: [{ name: 'login-address', per: 'address', times: 100, seconds: 900, counts: 'failures' }],
    errors: ['NOT_AUTHENTICATED'],
  }),
}
