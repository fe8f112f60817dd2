import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { textLine } from '../api/text.ts'

// The objects of WebAuthn (w3.org/TR/webauthn-3) in JSON, as browsers read and write them.

const base64Url = (label: string, maxLength: number) => z.base64url(`${label} must be base64url`).max(maxLength)

const credentialId = base64Url('The id of a passkey', 1400).min(1)

export const newPasskeyCredentialExample = {
  id: 'pG2a9mVJcUqB0w',
  rawId: 'pG2a9mVJcUqB0w',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    attestationObject: 'o2NmbXRkbm9uZQ',
    transports: ['internal'],
  },
}

/** The response of `navigator.credentials.create()` as `toJSON()` writes it; other fields of it are ignored. */
export const NewPasskeyCredential = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key', 'A passkey is of the type public-key'),
    response: z.object({
      clientDataJSON: base64Url('clientDataJSON', 4000),
      attestationObject: base64Url('attestationObject', 20_000),
      transports: z.array(textLine().max(30)).max(10).default([]),
    }),
  })
  .meta({ id: 'NewPasskeyCredential', example: newPasskeyCredentialExample })
export type NewPasskeyCredential = z.infer<typeof NewPasskeyCredential>

/** The response of `navigator.credentials.get()` as `toJSON()` writes it; other fields of it are ignored. */
export const PasskeyAssertion = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key', 'A passkey is of the type public-key'),
    response: z.object({
      clientDataJSON: base64Url('clientDataJSON', 4000),
      authenticatorData: base64Url('authenticatorData', 4000),
      signature: base64Url('signature', 8000),
      userHandle: base64Url('userHandle', 100).nullish(),
    }),
  })
  .meta({
    id: 'PasskeyAssertion',
    example: {
      id: 'pG2a9mVJcUqB0w',
      rawId: 'pG2a9mVJcUqB0w',
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
        signature: 'MEUCIQDv',
        userHandle: 'MGExYjJjM2Q',
      },
    },
  })
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const CredentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const PasskeyCreationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({
      id: z.string(),
      name: classified('personal', z.string()),
      displayName: classified('personal', z.string()),
    }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(CredentialDescriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' })

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.enum(['required', 'preferred']),
    allowCredentials: z.array(CredentialDescriptor).optional(),
  })
  .meta({ id: 'PasskeyRequestOptions' })
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>
