import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutbound } from '../../outbound/outbound.ts'
import { findLocationRefusal, hideQuery, type LocationServices, openLocation } from './locations.ts'
import type { OpenedLocation } from './opened-location.ts'
import { buildS3Request } from './s3.ts'

let answer: RequestListener = (_, response) => response.end()
const server = createServer((request, response) => answer(request, response))
const outbound = createOutbound({ allowPrivate: true })
const guarded = createOutbound({ allowPrivate: false, resolve: async () => ['10.0.0.7'] })
let folder: string
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-locations-'))
  await mkdir(join(folder, 'import'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await Promise.all([outbound.close(), guarded.close(), rm(folder, { recursive: true })])
})

const services = (more: Partial<LocationServices> = {}): LocationServices => ({
  ...{ outbound, importDir: join(folder, 'import'), maxFileBytes: 1_000, now: () => new Date(), ...more },
})
const open = (location: string, marker?: Record<string, string>, maxFileBytes = 1_000) =>
  openLocation(services({ maxFileBytes }), location, marker)

const readAll = async (location: string, maxFileBytes?: number) =>
  readBody(await open(location, undefined, maxFileBytes))

async function readBody(opened: OpenedLocation | undefined): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of opened?.body ?? []) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('a private address is refused, also behind a redirect and where a name resolves to it', async () => {
  const message = 'This host was not found on the internet.'
  expect(await findLocationRefusal({ outbound: guarded }, 'https://127.0.0.1/parcels.csv')).toBe(message)
  expect(await findLocationRefusal({ outbound: guarded }, 'https://inside.example/parcels.csv')).toBe(message)
  answer = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  await expect(open(`${url}/parcels.csv`)).rejects.toMatchObject({ code: 'UNPROCESSABLE', message })
})

test('a download link that redirects is followed, and its file has the name that the server gives it', async () => {
  answer = ({ url: path }, response) => {
    if (path === '/download') return response.writeHead(302, { location: '/files/7' }).end()
    response.writeHead(200, { 'content-disposition': 'attachment; filename="../Parcels 2026.csv"' }).end('apn\n1')
  }
  expect((await open(`${url}/download`))?.fileName).toBe('..Parcels 2026.csv')
  expect(await readAll(`${url}/download`)).toBe('apn\n1')
  answer = (_, response) => response.writeHead(302, { location: '/again' }).end()
  await expect(open(`${url}/again`)).rejects.toThrow('redirected more than 5 times')
})

test('a file larger than an import may be is not read to its end', async () => {
  answer = (_, response) => response.end('x'.repeat(5_000))
  await expect(readAll(`${url}/large.csv`)).rejects.toThrow('is larger than an import may be')
  answer = (_, response) => {
    response.write('x'.repeat(900))
    response.end('x'.repeat(900))
  }
  await expect(readAll(`${url}/chunked.csv`)).rejects.toThrow('is larger than an import may be')
})

test('an answer of the server that may pass is told apart from one that stays', async () => {
  answer = (_, response) => response.writeHead(503).end()
  await expect(open(`${url}/parcels.csv`)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  answer = (_, response) => response.writeHead(403).end()
  await expect(open(`${url}/parcels.csv`)).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
  await expect(open('http://127.0.0.1:1/parcels.csv')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a page is told from a file, also behind many comments', async () => {
  const comments = '<!---->'.repeat(292)
  answer = (_, response) => response.end(`${comments}x`)
  expect(await readAll(`${url}/parcels.csv`, 5_000)).toBe(`${comments}x`)
  answer = (_, response) => response.end('\uFEFF\n<!-- a --> <!-- b -->\n<!DOCTYPE html><html></html>')
  await expect(readAll(`${url}/parcels.csv`)).rejects.toThrow('sent a web page instead of a file')
})

test('a link in the import folder does not lead out of it', async () => {
  await writeFile(join(folder, 'secret.csv'), 'apn\n1')
  await mkdir(join(folder, 'import/links'))
  await symlink(join(folder, 'secret.csv'), join(folder, 'import/links/parcels.csv'))
  await symlink(folder, join(folder, 'import/links/up'))
  for (const location of ['links/parcels.csv', 'links/*.csv', 'links/up/secret.csv'])
    await expect(open(location)).rejects.toThrow(`There is no file ${location} in the import folder.`)
})

test('a server that is slow, or sends for ever, does not hold a download open, nor does one that is stopped', async () => {
  answer = (_, response) => {
    const dripping = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(dripping))
  }
  const limits = { deadlineMs: 10_000, graceMs: 10_000, minBytesPerSecond: 10_000 }
  const read = async (more: Partial<LocationServices>) =>
    readBody(await openLocation(services(more), `${url}/drip.csv`))
  await expect(read({ limits: { ...limits, deadlineMs: 100 } })).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
    message: expect.stringMatching(/did not send the whole file in time/),
  })
  await expect(read({ limits: { ...limits, graceMs: 50 } })).rejects.toThrow('sends the file too slowly')
  await expect(read({ limits, signal: AbortSignal.timeout(100) })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('only objects of S3 are read from a private host of the operator', async () => {
  const env = {
    ...{ AWS_REGION: 'us-east-2', AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'made-up' },
    AWS_ENDPOINT_URL_S3: url,
  }
  answer = ({ url: path }, response) => {
    if (path === '/county/moved.csv') return response.writeHead(302, { location: 'https://10.0.0.8/a.csv' }).end()
    response.end('apn\n1')
  }
  const read = async (location: string) => readBody(await openLocation(services({ outbound: guarded, env }), location))
  expect(await read('s3://county/parcels.csv')).toBe('apn\n1')
  await expect(read('s3://county/moved.csv')).rejects.toThrow('This host was not found on the internet.')
  await expect(read(`${url}/county/parcels.csv`)).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
  for (const key of ['../other/parcels.csv', 'a/./b.csv'])
    await expect(read(`s3://county/${key}`)).rejects.toThrow('key has . or .. between its slashes')
})

test('stars stand for any characters of a name, however they are placed', async () => {
  await writeFile(join(folder, 'import', 'Parcels-2026-11.csv'), 'apn\n1')
  for (const location of ['parcels-*.csv', '*2026*', 'parcels-2026-11.csv*', '*-*-*.csv'])
    expect((await open(location))?.fileName).toBe('Parcels-2026-11.csv')
  for (const location of ['parcels-2026-11.csv*csv', '*2026*2026*', '*.txt'])
    await expect(open(location)).rejects.toThrow(`There is no file ${location} in the import folder.`)
  expect(await findLocationRefusal({ outbound }, '*a*b*c*.csv')).toBe('Use * at most three times.')
})

test('a request to S3 is signed as curl signs it', () => {
  const env = {
    AWS_REGION: 'us-east-2',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:3493',
  }
  const now = new Date('2026-11-29T13:05:26Z')
  const request = buildS3Request('s3://county-files/davidson tn/parcels (1).csv', env, now)
  expect(request.url).toBe('http://127.0.0.1:3493/county-files/davidson%20tn/parcels%20%281%29.csv')
  expect(request.headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261129/us-east-2/s3/aws4_request, ' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date, ' +
      'Signature=6ce9cf2b88fc11756cfe50f8fe45dc7be1d2b173482cde9eaa2496426d64b7ce',
  )
  expect(() => buildS3Request('s3://county-files/parcels.csv', {}, now)).toThrow('start Dooryard with AWS_REGION')
})

test('logs have no key that is in the query of a location', () => {
  expect(hideQuery('https://files.example/a.csv?sig=abc')).toBe('https://files.example/a.csv?…')
})
