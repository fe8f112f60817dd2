import { createHash, sign } from 'node:crypto'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { type CertificateClaims, getSigner } from './certificate.ts'

/** A file and the claims of its certificate. */
export function createTestClaims(): { csv: Buffer; claims: Omit<CertificateClaims, 'iss'> } {
  const csv = Buffer.from('Owner Name,Phone 1,Phone 1 Do-Not-Call Check\r\nTESTWELL AVERY,6155550142,CLEAN\r\n')
  const file = { sha256: createHash('sha256').update(csv).digest('hex'), leads: 2, callableLeads: 1 }
  return {
    csv,
    claims: {
      issuedAt: '2026-11-02T09:30:04.000Z',
      orderId: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34',
      version: 1,
      userId: '0e1d3c5b-7a90-4d21-9a44-6b1f0c2d3e4f',
      file: { name: 'first-calls.csv', ...file },
      scrub: {
        checkedAt: '2026-11-02T09:30:03.000Z',
        numbers: 3,
        byResult: [
          { result: 'CLEAN', count: 1 },
          { result: 'NATIONAL_DNC', count: 1 },
          { result: 'NOT_SCRUBBED', count: 1 },
        ],
        against: [
          {
            list: 'NATIONAL',
            owner: 'YOURS',
            san: '10000-0000001',
            areaCodes: ['615', '629'],
            accessedOn: '2026-10-30',
            sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
          },
        ],
        notCovered: ['907'],
      },
    },
  }
}

/** Signs any header and claims with the portal's own key, as the portal never would. */
export async function signTestCertificate(secrets: Secrets, header: unknown, claims: unknown): Promise<string> {
  const { privateKey } = await getSigner(secrets)
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}
