import { type KeyObject, sign } from 'node:crypto'

const sequence = 0x30
const ecdsaWithSha256 = '2a8648ce3d040302'
const notBefore = '20260101000000Z'
const notAfter = '21260101000000Z'
/** Country, organization, unit and common name, as WebAuthn asks of the format `packed`. */
const subject = [
  ['550406', 'US'],
  ['55040a', 'Example Keys'],
  ['55040b', 'Authenticator Attestation'],
  ['550403', 'Example key'],
] as const

/** A certificate (X.509, in DER) of a P-256 key, signed by itself. */
export function buildCertificate({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): Buffer {
  const algorithm = der(sequence, oid(ecdsaWithSha256))
  const name = der(sequence, ...subject.map(([id, text]) => der(0x31, der(sequence, oid(id), der(0x0c, text)))))
  const body = der(
    sequence,
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(sequence, der(0x18, notBefore), der(0x18, notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  return der(sequence, body, algorithm, der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)))
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

/** For lengths below 65,536. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
