import type { EndpointOutput } from '@dooryard/contract/api/endpoint'
import type { passkeys } from '@dooryard/contract/identity/passkeys'
import type {
  NewPasskeyCredential,
  PasskeyAssertion,
  PasskeyRequestOptions,
} from '@dooryard/contract/identity/webauthn'
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import { BrowserError } from '../api/errors.ts'

/**
 * Asks for a passkey; null if the user cancels or lets the time pass, which browsers do not distinguish. With
 * `isSuggested` it waits for the user to choose one among the suggestions of a field whose `autocomplete` ends with
 * `webauthn`. Ends the previous request of the page.
 */
export const requestPasskey = (options: PasskeyRequestOptions, { isSuggested = false } = {}) =>
  unlessCanceled<PasskeyAssertion>(async () => {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isSuggested })
    return { id, rawId, type: 'public-key', response }
  })

/** Creates a passkey; null if the user cancels. BrowserError if the user's device has one already. */
export const createPasskey = (options: EndpointOutput<typeof passkeys.creationOptions>) =>
  unlessCanceled<{ credential: NewPasskeyCredential; aaguid: string | undefined }>(async () => {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports = [], authenticatorData } = response
    return {
      credential: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } },
      aaguid: authenticatorData && readAaguid(authenticatorData),
    }
  })

/** Ends the request of this page, if there is one. */
export const cancelPasskeyRequest = () => WebAuthnAbortService.cancelCeremony()

async function unlessCanceled<Result>(request: () => Promise<Result>): Promise<Result | null> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (['AbortError', 'NotAllowedError'].includes(error.name)) return null
    if (error.name === 'InvalidStateError')
      throw new BrowserError('This device already has a passkey for your account.')
    if (error.name === 'SecurityError') throw new BrowserError('Passkeys do not work at this address of the portal.')
    throw new BrowserError('Your browser could not use a passkey here. Please try another browser or device.')
  }
}

/** The id of the authenticator's model, as 32 hexadecimal digits: bytes 37 to 52 of the authenticator data. */
const readAaguid = (authenticatorData: string) =>
  Array.from(atob(authenticatorData.replaceAll('-', '+').replaceAll('_', '/')).slice(37, 53), (byte) =>
    byte.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('')
