import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { EndpointOutput } from '@dooryard/contract/api/endpoint'
import { passkeySignIn, passkeys } from '@dooryard/contract/identity/passkeys'
import type {
  NewPasskeyCredential,
  PasskeyAssertion,
  PasskeyRequestOptions,
} from '@dooryard/contract/identity/webauthn'
import { anonymousCaller, type TestUser, testPassword, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { buildCertificate } from './certificate.fixture.ts'

/** What a wrong or attacked browser or authenticator would send instead. */
type Deviation = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  flags?: number
  counter?: number
  userHandle?: string
  /** Signed by the credential's own key. */
  attestation?: 'packed' | 'packed with a certificate' | 'fido-u2f'
}

type CreationOptions = EndpointOutput<typeof passkeys.creationOptions>

const userPresent = 0x01
const userVerified = 0x04
const backedUp = 0x08 | 0x10
const hasCredential = 0x40

export const flagsWithoutVerification = userPresent

export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>

/** An authenticator with one ES256 credential, as a phone or a password manager would keep. It counts its uses. */
export function createAuthenticator({ isSynced = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(20)
  const id = credentialId.toString('base64url')
  const ownFlags = userPresent | userVerified | (isSynced ? backedUp : 0)
  let uses = 0
  let owner = ''

  const buildAuthenticatorData = (rpId: string, { flags = ownFlags, counter = isSynced ? 0 : uses }: Deviation) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }

  /** The format of an attestation, and its statement. */
  function attest({ attestation }: Deviation, authData: Buffer, hash: Buffer): [string, ...[CborValue, CborValue][]] {
    const signFor = (...parts: Buffer[]) => sign('sha256', Buffer.concat(parts), privateKey)
    const certificates: [CborValue, CborValue] = ['x5c', [buildCertificate({ publicKey, privateKey })]]
    if (attestation === undefined) return ['none']
    if (attestation === 'fido-u2f') {
      const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
      const sig = signFor(Buffer.alloc(1), authData.subarray(0, 32), hash, credentialId, point)
      return ['fido-u2f', ['sig', sig], certificates]
    }
    const statement: [CborValue, CborValue][] = [
      ['alg', -7],
      ['sig', signFor(authData, hash)],
    ]
    return ['packed', ...statement, ...(attestation === 'packed' ? [] : [certificates])]
  }

  /** The response to creation options, usually with an attestation of the format `none`. */
  function create(options: CreationOptions, deviation: Deviation = {}): NewPasskeyCredential {
    owner = options.user.id
    const { flags = ownFlags } = deviation
    const key = encodeCbor(
      new Map<CborValue, CborValue>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const), // EC2, ES256, P-256
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const authData = Buffer.concat([
      buildAuthenticatorData(deviation.rpId ?? options.rp.id, { ...deviation, flags: flags | hasCredential }),
      Buffer.alloc(16), // an authenticator that does not say what it is
      Buffer.from([0, credentialId.length]),
      credentialId,
      key,
    ])
    const clientData = buildClientData('webauthn.create', options.challenge, deviation)
    const [fmt, ...statement] = attest(deviation, authData, sha256(clientData))
    const attestation = encodeCbor(
      new Map<CborValue, CborValue>([
        ['fmt', fmt],
        ['attStmt', new Map(statement)],
        ['authData', authData],
      ]),
    )
    const clientDataJSON = clientData.toString('base64url')
    const response = { clientDataJSON, attestationObject: attestation.toString('base64url'), transports: ['internal'] }
    return { id, rawId: id, type: 'public-key', response }
  }

  /** The response to request options. */
  function get(options: PasskeyRequestOptions, deviation: Deviation = {}): PasskeyAssertion {
    uses++
    const authenticatorData = buildAuthenticatorData(deviation.rpId ?? options.rpId, deviation)
    const clientData = buildClientData('webauthn.get', options.challenge, deviation)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
    return {
      ...{ id, rawId: id, type: 'public-key' },
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? owner,
      },
    }
  }
  return { id, create, get }
}

function buildClientData(usualType: string, usualChallenge: string, deviation: Deviation): Buffer {
  const { type = usualType, challenge = usualChallenge, origin = 'http://localhost:3000' } = deviation
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

type CborValue = number | string | Buffer | CborValue[] | Map<CborValue, CborValue>

/** The part of CBOR (RFC 8949) that attestations use, for lengths below 65,536. */
function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? encodeHead(0, value) : encodeHead(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([encodeHead(4, value.length), ...value.map(encodeCbor)])
  return Buffer.concat([encodeHead(5, value.size), ...[...value].flat().map(encodeCbor)])
}

function encodeHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

/** Options to create a passkey; the password is ignored once the user has a factor. */
export async function getCreationOptions({ as }: Pick<TestUser, 'as'>): Promise<CreationOptions> {
  const { status, body } = await as.call(passkeys.creationOptions, { body: { password: testPassword } })
  if (status !== 200) throw new Error(`no options to create a passkey: ${JSON.stringify(body)}`)
  return body
}

export async function addPasskey(owner: Pick<TestUser, 'as'>, authenticator = createAuthenticator(), name?: string) {
  const credential = authenticator.create(await getCreationOptions(owner))
  const { status, body } = await owner.as.call(passkeys.add, { body: { credential, ...(name && { name }) } })
  if (status !== 201) throw new Error(`the passkey could not be added: ${JSON.stringify(body)}`)
  return body
}

export async function userWithPasskey(portal: Portal, { isSynced = false } = {}) {
  const owner = await user(portal)
  const authenticator = createAuthenticator({ isSynced })
  return { ...owner, authenticator, ...(await addPasskey(owner, authenticator)) }
}

export const getSignInOptions = async (portal: Portal) =>
  (await anonymousCaller(portal).call(passkeySignIn.options)).body

export async function signInWithPasskey(portal: Portal, { get }: SoftwareAuthenticator, deviation: Deviation = {}) {
  const body = get(await getSignInOptions(portal), deviation)
  return anonymousCaller(portal).call(passkeySignIn.signIn, { body })
}
