import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { account, pictures } from '@dooryard/contract/identity/account'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { anonymousCaller, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/requests.ts'
import { waitForJobs } from '../codes/codes.fixture.ts'
import { buildLongComment, buildPng } from './pictures.fixture.ts'
import { generatePictureKey, queueOrphanedPictureDeletion } from './pictures.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

/** A picture whose left half is red and whose right half is blue. */
function buildTwoColorPicture(width = 80, height = 40) {
  const red = { create: { width: width / 2, height, channels: 3 as const, background: '#f00' } }
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

const buildNoisePicture = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

const upload = (as: Caller, bytes: Uint8Array, type = 'image/jpeg') =>
  as.call(account.updatePicture, { body: new Blob([Buffer.from(bytes)], { type }) })

const getPictureUrl = async (as: Caller) => (await as.call(account.me)).body.user.profilePictureUrl

/** Lists the picture files, once orphaned ones are deleted. */
async function listStoredPictures() {
  await waitForJobs(portal)
  return readdir(join(portal.folder, 'pictures')).catch(() => [])
}

const advanceJobsByHour = () =>
  portal.pool.query(`update graphile_worker._private_jobs set run_at = run_at - interval '1 hour'`)
const fetchPath = (address: string) => fetch(portal.url + address)
const readBytes = async (address: string) => Buffer.from(await (await fetchPath(address)).arrayBuffer())

/** The colors in the middle of the left and of the right quarter, as rough names. */
async function getColors(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number) => data.subarray((256 * info.width + x) * 3, (256 * info.width + x) * 3 + 3)
  return [128, 384].map((x) => ((at(x)[0] ?? 0) > 200 ? 'red' : (at(x)[2] ?? 0) > 200 ? 'blue' : 'other'))
}

const listActions = async (userId: string) => {
  const entries = portal.db.selectFrom('auditLog').select('action').where('objectId', '=', userId).orderBy('id')
  return (await entries.where('action', 'like', 'picture.%').execute()).map(({ action }) => action)
}

describe('a profile picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('in %s is shown as a square in WebP', async (format) => {
    const { id, as } = await user(portal)
    const { status, body } = await upload(as, await buildTwoColorPicture().toFormat(format).toBuffer(), 'text/plain')
    expect(status).toBe(200)
    expect(body.profilePictureUrl).toMatch(/^\/v1\/pictures\/[0-9a-f]{32}\.webp$/)
    expect(await getPictureUrl(as)).toBe(body.profilePictureUrl)
    const shown = await fetchPath(body.profilePictureUrl)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': expect.stringMatching(/^inline/),
    })
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(await getColors(bytes)).toEqual(['red', 'blue'])
    expect(await listActions(id)).toEqual(['picture.changed'])
  })

  test('has no metadata, and is upright', async () => {
    const { as } = await user(portal)
    const taken = await buildTwoColorPicture(40, 80)
      .withExif({ IFD0: { Make: 'Example Camera' }, IFD3: { GPSLatitude: '36/1 9/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-place/></x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const before = await sharp(taken).metadata()
    for (const part of ['exif', 'xmp', 'icc', 'orientation'] as const) expect(before[part]).toBeDefined()
    const bytes = await readBytes((await upload(as, taken)).body.profilePictureUrl)
    const after = await sharp(bytes).metadata()
    for (const part of ['exif', 'xmp', 'icc', 'iptc', 'orientation'] as const) expect(after[part]).toBeUndefined()
    for (const trace of ['EXIF', 'XMP ', 'ICCP', 'Example Camera', 'secret-place'])
      expect(bytes.includes(trace)).toBe(false)
    expect(await getColors(bytes)).toEqual(['blue', 'red'])
  })

  test('replaces the previous one, whose file and address are gone', async () => {
    const { id, as } = await user(portal)
    const first = (await upload(as, await buildTwoColorPicture().png().toBuffer())).body.profilePictureUrl
    const files = await listStoredPictures()
    const second = (await upload(as, await buildTwoColorPicture().png().toBuffer())).body.profilePictureUrl
    expect(second).not.toBe(first)
    expect((await fetchPath(first)).status).toBe(404)
    expect((await fetchPath(second)).status).toBe(200)
    expect(await listStoredPictures()).toHaveLength(files.length)
    expect(await listActions(id)).toEqual(['picture.changed', 'picture.changed'])
  })

  test('is removed on request, and removing it again does nothing', async () => {
    const { id, as } = await user(portal)
    const files = await listStoredPictures()
    const address = (await upload(as, await buildTwoColorPicture().png().toBuffer())).body.profilePictureUrl
    for (let time = 0; time < 2; time++) expect(await as.call(account.removePicture)).toMatchObject({ status: 204 })
    expect(await getPictureUrl(as)).toBeUndefined()
    expect((await fetchPath(address)).status).toBe(404)
    expect(await listStoredPictures()).toEqual(files)
    expect(await listActions(id)).toEqual(['picture.changed', 'picture.removed'])
  })

  test('of many concurrent uploads one remains, with only its file', async () => {
    const { as } = await user(portal)
    const files = await listStoredPictures()
    const bytes = await buildTwoColorPicture().png().toBuffer()
    const replies = await Promise.all(Array.from({ length: 10 }, () => upload(as, bytes)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await listStoredPictures()).toHaveLength(files.length + 1)
    expect((await fetchPath((await getPictureUrl(as)) ?? '')).status).toBe(200)
  })

  test('with an unknown name is not found, and neither is a file beside the pictures', async () => {
    const params = { picture: `${'0'.repeat(32)}.webp` }
    expect(await anonymousCaller(portal).call(pictures.get, { params })).toMatchObject({ status: 404 })
    // A leftover file, as after a power cut, belongs to nobody.
    await portal.services.files.write(`pictures/${params.picture}`, ['left over'])
    expect(await anonymousCaller(portal).call(pictures.get, { params })).toMatchObject({ status: 404 })
    await portal.services.files.remove(`pictures/${params.picture}`)
    for (const picture of ['..%2Fsecret', `${'0'.repeat(32)}.png`, '.webp'])
      expect((await fetchPath(`/v1/pictures/${picture}`)).status).toBe(400)
  })
})

describe('the file of a picture', () => {
  test('of a killed upload is deleted within the hour, and all others stay', async () => {
    const { as } = await user(portal)
    const { profilePictureUrl } = (await upload(as, await buildTwoColorPicture().png().toBuffer())).body
    const files = await listStoredPictures()
    // The state of an upload that is killed before its transaction.
    const key = generatePictureKey()
    await queueOrphanedPictureDeletion(portal.db, key)
    await portal.services.files.write(key, ['left over'])
    expect(await listStoredPictures()).toHaveLength(files.length + 1)
    await advanceJobsByHour()
    expect(await listStoredPictures()).toEqual(files)
    expect((await fetchPath(profilePictureUrl)).status).toBe(200)
  })

  test('is queued for deletion before it is written, and the previous one with the change itself', async () => {
    const { as } = await user(portal)
    await upload(as, await buildTwoColorPicture().png().toBuffer())
    const files = await listStoredPictures()
    const write = vi.spyOn(portal.services.files, 'write').mockRejectedValue(new Error('killed'))
    const remove = vi.spyOn(portal.services.files, 'remove').mockRejectedValueOnce(new Error('killed'))
    expect(await upload(as, await buildTwoColorPicture().png().toBuffer())).toMatchObject({ status: 500 })
    const { rows } = await portal.pool.query('select from graphile_worker.jobs')
    expect(rows).not.toEqual([])
    write.mockRestore()
    expect(await as.call(account.removePicture)).toMatchObject({ status: 204 })
    await expect.poll(() => remove.mock.calls.length).toBe(1)
    remove.mockRestore()
    // The failed job is retried.
    expect(await listStoredPictures()).toHaveLength(files.length - 1)
  })
})

const wrongFormatMessage = 'Please choose a JPEG, PNG or WebP picture.'
const damagedMessage = 'The picture cannot be read to its end. Please choose another.'
const tooLargeMessage = 'The picture is larger than 25 megapixels.'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

const refusedPictures: [string, () => Promise<Uint8Array> | Uint8Array, string][] = [
  ['an SVG', () => Buffer.from(svg), wrongFormatMessage],
  ['an SVG that declares itself', () => Buffer.from(`<?xml version="1.0"?>\n${svg}`), wrongFormatMessage],
  ['a GIF', () => buildTwoColorPicture().gif().toBuffer(), wrongFormatMessage],
  ['an AVIF', () => buildTwoColorPicture().avif().toBuffer(), wrongFormatMessage],
  ['a TIFF', () => buildTwoColorPicture().tiff().toBuffer(), wrongFormatMessage],
  ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n%%EOF'), wrongFormatMessage],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), wrongFormatMessage],
  ['a text', () => Buffer.from('hello'), wrongFormatMessage],
  ['an empty file', () => Buffer.alloc(0), wrongFormatMessage],
  ['a header of a PNG and no more', () => buildPng(9, 9).subarray(0, 30), wrongFormatMessage],
  ['a PNG cut short', async () => (await buildNoisePicture(200).png().toBuffer()).subarray(0, 9_000), damagedMessage],
  [
    'a JPEG cut short',
    async () => (await buildNoisePicture(600).jpeg().toBuffer()).subarray(0, 90_000),
    damagedMessage,
  ],
  ['a PNG that is wider than can be drawn', () => buildPng(9_000_000, 1), damagedMessage],
  ['more than 25 megapixels', () => buildPng(5_001, 5_000), tooLargeMessage],
  [
    '2,500 megapixels, of which only the header is there',
    () => buildPng(50_000, 50_000, { pixels: false }),
    tooLargeMessage,
  ],
]

test.each(refusedPictures)(
  '%s is rejected with a message, whatever type it claims, and nothing is stored',
  async (_, make, message) => {
    const { as } = await user(portal)
    const files = await listStoredPictures()
    for (const type of ['image/png', 'image/jpeg'])
      expect(await upload(as, await make(), type)).toMatchObject({
        status: 422,
        body: { code: 'UNPROCESSABLE', message },
      })
    expect(await getPictureUrl(as)).toBeUndefined()
    expect(await listStoredPictures()).toEqual(files)
  },
)

test('a file of more than 5 MB is rejected before it is decoded', async () => {
  const { as } = await user(portal)
  const bytes = Buffer.concat([buildPng(9, 9), Buffer.alloc(5 * 1024 * 1024)])
  expect(await upload(as, bytes)).toMatchObject({
    status: 413,
    body: { message: 'The file is larger than 5 MB, the maximum.' },
  })
  expect(await getPictureUrl(as)).toBeUndefined()
})

test('25 megapixels are accepted, and so is a picture with a long comment', async () => {
  const { as } = await user(portal)
  expect(await upload(as, buildPng(5_000, 5_000))).toMatchObject({ status: 200 })
  expect(await upload(as, buildPng(9, 9, { more: [buildLongComment(1_000_000)] }))).toMatchObject({ status: 200 })
})
