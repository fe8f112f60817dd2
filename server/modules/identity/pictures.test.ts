import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { account, pictures } from '@dooryard/contract/account'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { nobody, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import type { Caller } from '../../test/requests.ts'
import { allDone } from './codes.fixture.ts'
import { longComment, pngOf } from './pictures.fixture.ts'
import { forgetPictureUnlessUsed, newPictureKey } from './pictures.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

/** A picture whose left half is red and whose right half is blue. */
function halves(width = 80, height = 40) {
  const red = { create: { width: width / 2, height, channels: 3 as const, background: '#f00' } }
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

const noise = (side: number) =>
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

const pictureOf = async (as: Caller) => (await as.call(account.me)).body.user.profilePictureUrl

/** The files of pictures, once those that are nobody's any more are removed. */
async function kept() {
  await allDone(portal)
  return readdir(join(portal.folder, 'pictures')).catch(() => [])
}

const anHourLater = () =>
  portal.pool.query(`update graphile_worker._private_jobs set run_at = run_at - interval '1 hour'`)
const fetched = (address: string) => fetch(portal.url + address)
const bytesAt = async (address: string) => Buffer.from(await (await fetched(address)).arrayBuffer())

/** The colour in the middle of the left and of the right quarter, as rough names. */
async function coloursOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number) => data.subarray((256 * info.width + x) * 3, (256 * info.width + x) * 3 + 3)
  return [128, 384].map((x) => ((at(x)[0] ?? 0) > 200 ? 'red' : (at(x)[2] ?? 0) > 200 ? 'blue' : 'other'))
}

const actionsOf = async (userId: string) => {
  const entries = portal.db.selectFrom('auditLog').select('action').where('objectId', '=', userId).orderBy('id')
  return (await entries.where('action', 'like', 'picture.%').execute()).map(({ action }) => action)
}

describe('a profile picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('in %s is shown as a square in WebP', async (format) => {
    const { id, as } = await user(portal)
    const { status, body } = await upload(as, await halves().toFormat(format).toBuffer(), 'text/plain')
    expect(status).toBe(200)
    expect(body.profilePictureUrl).toMatch(/^\/v1\/pictures\/[0-9a-f]{32}\.webp$/)
    expect(await pictureOf(as)).toBe(body.profilePictureUrl)
    const shown = await fetched(body.profilePictureUrl)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': expect.stringMatching(/^inline/),
    })
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(await coloursOf(bytes)).toEqual(['red', 'blue'])
    expect(await actionsOf(id)).toEqual(['picture.changed'])
  })

  test('tells nothing of where and with what it was taken, and stands upright', async () => {
    const { as } = await user(portal)
    const taken = await halves(40, 80)
      .withExif({ IFD0: { Make: 'Example Camera' }, IFD3: { GPSLatitude: '36/1 9/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-place/></x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const before = await sharp(taken).metadata()
    for (const part of ['exif', 'xmp', 'icc', 'orientation'] as const) expect(before[part]).toBeDefined()
    const bytes = await bytesAt((await upload(as, taken)).body.profilePictureUrl)
    const after = await sharp(bytes).metadata()
    for (const part of ['exif', 'xmp', 'icc', 'iptc', 'orientation'] as const) expect(after[part]).toBeUndefined()
    for (const trace of ['EXIF', 'XMP ', 'ICCP', 'Example Camera', 'secret-place'])
      expect(bytes.includes(trace)).toBe(false)
    expect(await coloursOf(bytes)).toEqual(['blue', 'red'])
  })

  test('takes the place of the one before, whose file and address are gone', async () => {
    const { id, as } = await user(portal)
    const first = (await upload(as, await halves().png().toBuffer())).body.profilePictureUrl
    const files = await kept()
    const second = (await upload(as, await halves().png().toBuffer())).body.profilePictureUrl
    expect(second).not.toBe(first)
    expect((await fetched(first)).status).toBe(404)
    expect((await fetched(second)).status).toBe(200)
    expect(await kept()).toHaveLength(files.length)
    expect(await actionsOf(id)).toEqual(['picture.changed', 'picture.changed'])
  })

  test('is removed when that is asked for, and asked for again nothing happens', async () => {
    const { id, as } = await user(portal)
    const files = await kept()
    const address = (await upload(as, await halves().png().toBuffer())).body.profilePictureUrl
    for (let time = 0; time < 2; time++) expect(await as.call(account.removePicture)).toMatchObject({ status: 204 })
    expect(await pictureOf(as)).toBeUndefined()
    expect((await fetched(address)).status).toBe(404)
    expect(await kept()).toEqual(files)
    expect(await actionsOf(id)).toEqual(['picture.changed', 'picture.removed'])
  })

  test('of many sent at once one stays, and its file alone', async () => {
    const { as } = await user(portal)
    const files = await kept()
    const bytes = await halves().png().toBuffer()
    const replies = await Promise.all(Array.from({ length: 10 }, () => upload(as, bytes)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await kept()).toHaveLength(files.length + 1)
    expect((await fetched((await pictureOf(as)) ?? '')).status).toBe(200)
  })

  test('that was never one is not found, and neither is a file beside them', async () => {
    const params = { picture: `${'0'.repeat(32)}.webp` }
    expect(await nobody(portal).call(pictures.get, { params })).toMatchObject({ status: 404 })
    // A file that is still there, as after a power cut, is nobody's picture.
    await portal.services.files.write(`pictures/${params.picture}`, ['left over'])
    expect(await nobody(portal).call(pictures.get, { params })).toMatchObject({ status: 404 })
    await portal.services.files.remove(`pictures/${params.picture}`)
    for (const picture of ['..%2Fsecret', `${'0'.repeat(32)}.png`, '.webp'])
      expect((await fetched(`/v1/pictures/${picture}`)).status).toBe(400)
  })
})

describe('the file of a picture', () => {
  test('that was written before the process was killed is removed within the hour, and every other stays', async () => {
    const { as } = await user(portal)
    const { profilePictureUrl } = (await upload(as, await halves().png().toBuffer())).body
    const files = await kept()
    // As far as an upload comes that is killed before its transaction.
    const key = newPictureKey()
    await forgetPictureUnlessUsed(portal.db, key)
    await portal.services.files.write(key, ['left over'])
    expect(await kept()).toHaveLength(files.length + 1)
    await anHourLater()
    expect(await kept()).toEqual(files)
    expect((await fetched(profilePictureUrl)).status).toBe(200)
  })

  test('is to be removed before it is written, and the one before with the change itself', async () => {
    const { as } = await user(portal)
    await upload(as, await halves().png().toBuffer())
    const files = await kept()
    const write = vi.spyOn(portal.services.files, 'write').mockRejectedValue(new Error('killed'))
    const remove = vi.spyOn(portal.services.files, 'remove').mockRejectedValueOnce(new Error('killed'))
    expect(await upload(as, await halves().png().toBuffer())).toMatchObject({ status: 500 })
    const { rows } = await portal.pool.query('select from graphile_worker.jobs')
    expect(rows).not.toEqual([])
    write.mockRestore()
    expect(await as.call(account.removePicture)).toMatchObject({ status: 204 })
    await expect.poll(() => remove.mock.calls.length).toBe(1)
    remove.mockRestore()
    // The job that failed is tried again.
    expect(await kept()).toHaveLength(files.length - 1)
  })
})

const notAPicture = 'Please choose a JPEG, PNG or WebP picture.'
const damaged = 'The picture cannot be read to its end. Please choose another.'
const tooLarge = 'The picture is larger than 25 megapixels.'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

const refused: [string, () => Promise<Uint8Array> | Uint8Array, string][] = [
  ['an SVG', () => Buffer.from(svg), notAPicture],
  ['an SVG that declares itself', () => Buffer.from(`<?xml version="1.0"?>\n${svg}`), notAPicture],
  ['a GIF', () => halves().gif().toBuffer(), notAPicture],
  ['an AVIF', () => halves().avif().toBuffer(), notAPicture],
  ['a TIFF', () => halves().tiff().toBuffer(), notAPicture],
  ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n%%EOF'), notAPicture],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), notAPicture],
  ['a text', () => Buffer.from('hello'), notAPicture],
  ['an empty file', () => Buffer.alloc(0), notAPicture],
  ['a header of a PNG and no more', () => pngOf(9, 9).subarray(0, 30), notAPicture],
  ['a PNG cut short', async () => (await noise(200).png().toBuffer()).subarray(0, 9_000), damaged],
  ['a JPEG cut short', async () => (await noise(600).jpeg().toBuffer()).subarray(0, 90_000), damaged],
  ['a PNG that is wider than can be drawn', () => pngOf(9_000_000, 1), damaged],
  ['more than 25 megapixels', () => pngOf(5_001, 5_000), tooLarge],
  ['2,500 megapixels, of which only the header is there', () => pngOf(50_000, 50_000, { pixels: false }), tooLarge],
]

test.each(refused)(
  '%s is refused in words, whatever it calls itself, and nothing of it is kept',
  async (_, make, message) => {
    const { as } = await user(portal)
    const files = await kept()
    for (const type of ['image/png', 'image/jpeg'])
      expect(await upload(as, await make(), type)).toMatchObject({
        status: 422,
        body: { code: 'UNPROCESSABLE', message },
      })
    expect(await pictureOf(as)).toBeUndefined()
    expect(await kept()).toEqual(files)
  },
)

test('a file of more than 5 MB is refused before anybody looks at it', async () => {
  const { as } = await user(portal)
  const bytes = Buffer.concat([pngOf(9, 9), Buffer.alloc(5 * 1024 * 1024)])
  expect(await upload(as, bytes)).toMatchObject({
    status: 413,
    body: { message: 'The file is larger than 5 MB, the most that is taken.' },
  })
  expect(await pictureOf(as)).toBeUndefined()
})

test('25 megapixels are taken, and so is a picture with a long comment', async () => {
  const { as } = await user(portal)
  expect(await upload(as, pngOf(5_000, 5_000))).toMatchObject({ status: 200 })
  expect(await upload(as, pngOf(9, 9, { more: [longComment(1_000_000)] }))).toMatchObject({ status: 200 })
})
